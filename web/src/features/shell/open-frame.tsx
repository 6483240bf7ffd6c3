import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../ui/logo.tsx";
import { me } from "../members/me.ts";
import classes from "./open-frame.module.css";
import { Shell } from "./shell.tsx";

/** Pages anyone may read: inside the shell for members, under a plain head for everyone else. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery({ ...me, retry: false });
  if (isPending) return null;
  if (data) return <Shell>{children}</Shell>;
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        <Logo />
        Kith
        <Link className={classes.enter} to="/sign-in">
          Sign in
        </Link>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}

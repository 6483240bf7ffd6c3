import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { Logo } from "../ui/logo.tsx";
import { me } from "../session.ts";
import classes from "./open-frame.module.css";

interface OpenFrameProps {
  /** The layout for members. */
  Shell: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** Pages anyone may read: inside the layout for members, under a plain head for everyone else. */
export function OpenFrame({ Shell, children }: OpenFrameProps) {
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

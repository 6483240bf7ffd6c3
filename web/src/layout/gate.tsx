import { useDocumentTitle } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../ui/logo.tsx";
import classes from "./gate.module.css";

/** The frame before signing in: one column in the middle. */
export function Gate({ children }: { children: ReactNode }) {
  return (
    <div className={classes.gate}>
      <main className={classes.middle}>
        <div className={classes.card}>
          <span className={classes.logo}>
            <Logo size={32} />
          </span>
          {children}
        </div>
      </main>
      <footer className={classes.foot}>
        <span>Kith</span>
        <Link to="/docs/api-keys">API Keys</Link>
        <a href="/api/v1/docs">API reference</a>
      </footer>
    </div>
  );
}

interface GatePageProps {
  title: string;
  lead: ReactNode;
  /** The alternative below the form, such as "Sign in". */
  aside?: ReactNode;
  children?: ReactNode;
}

export function GatePage({ title, lead, aside, children }: GatePageProps) {
  useDocumentTitle(`${title} · Kith`);
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
      {aside && <p className={classes.aside}>{aside}</p>}
    </>
  );
}

/** The fields of a gate form, under one another. */
export function GateFields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

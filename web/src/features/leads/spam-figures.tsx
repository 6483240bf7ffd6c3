import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { wholeText } from "../../ui/formats.ts";
import { POLL_MS } from "./read.ts";
import classes from "./spam-tab.module.css";

export type Figures = OutputOf<"leads.getSpamFigures">;

/** What came with a form in 30 days. */
export const useSpamFigures = (id: string) => useQuery({ ...read("leads.getSpamFigures", { id }), refetchInterval: POLL_MS });

const PARTS = [
  { part: "accepted", title: "Let in at once", colour: "var(--k-c1)" },
  { part: "dropped", title: "Held, then dropped", colour: "var(--k-c2)" },
  { part: "released", title: "Held, then let in", colour: "var(--k-c3)" },
  { part: "held", title: "Held now", colour: "var(--k-c0)" },
] as const;

/** What came in, and what became of it. */
export function SpamFigures({ figures }: { figures: Figures | undefined }) {
  const came = figures ? PARTS.reduce((sum, { part }) => sum + figures[part], 0) : 0;
  const more = figures?.is_exact === false ? "+" : "";
  return (
    <section aria-label="Last 30 days">
      <h2 className={classes.h3}>Last 30 days</h2>
      <p className={classes.came}>
        <b>{`${wholeText(came)}${more}`}</b> {came === 1 ? "lead" : "leads"} came in
      </p>
      <div className={classes.bar} aria-hidden>
        {figures &&
          PARTS.map(({ part, colour }) => figures[part] > 0 && <span style={{ flexGrow: figures[part], background: colour }} key={part} />)}
      </div>
      <ul className={classes.parts}>
        {PARTS.map(({ part, title, colour }) => (
          <li key={part}>
            <span className={classes.dot} style={{ background: colour }} aria-hidden />
            {title}
            <span className={classes.figure}>{figures ? wholeText(figures[part]) : "–"}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

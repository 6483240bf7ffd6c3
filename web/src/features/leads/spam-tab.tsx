import { NumberInput } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { wholeText } from "../../ui/formats.ts";
import { Notice } from "../../ui/states.tsx";
import type { LeadSource } from "./read.ts";
import { type Reason, REASONS } from "./reasons.ts";
import { heldText } from "./source-state.tsx";
import { type Figures, SpamFigures, useSpamFigures } from "./spam-figures.tsx";
import classes from "./spam-tab.module.css";
import { TryText } from "./try-text.tsx";
import type { Editor } from "./use-editor.ts";

interface SpamTabProps {
  source: LeadSource;
  editor: Editor;
}

/** What speaks against a submission, what it costs, and what came of it. */
export function SpamTab({ source, editor }: SpamTabProps) {
  const { data: figures } = useSpamFigures(source.id);
  return (
    <div className={classes.split}>
      <div className={classes.main}>
        <Layers figures={figures} />
        <Day editor={editor} isFlooded={source.is_flooded} />
      </div>
      <aside className={classes.side} aria-label="What came in">
        <SpamFigures figures={figures} />
        <HeldNow source={source} />
        <TryText />
      </aside>
    </div>
  );
}

function Layers({ figures }: { figures: Figures | undefined }) {
  return (
    <section aria-label="Layers">
      <h2 className={classes.h2}>Layers</h2>
      <p className={classes.lead}>
        Each adds points, and five points hold a lead. It is held, not lost, and the visitor sees the same thank you as everybody.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col" className={classes.number}>
              Points
            </th>
            <th scope="col" className={classes.number}>
              In 30 days
            </th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(REASONS) as Reason[]).map((reason) => (
            <tr key={reason}>
              <th scope="row">
                {REASONS[reason].title}
                <span className={classes.note}>{REASONS[reason].note}</span>
              </th>
              <td className={classes.number}>{reason === "links" ? "2 to 4" : REASONS[reason].points}</td>
              <td className={classes.number}>{figures ? wholeText(figures.reasons[reason] ?? 0) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="k-tip">One address can send a form ten times a minute. Then it is asked to wait.</p>
    </section>
  );
}

function Day({ editor: { draft, change, problems, canChange }, isFlooded }: { editor: Editor; isFlooded: boolean }) {
  return (
    <section aria-label="In a day">
      <h2 className={classes.h2}>In a day</h2>
      {isFlooded && (
        <div className={classes.flood}>
          <Notice>More comes than people send. Their browsers do two seconds of work, and what did none is held.</Notice>
        </div>
      )}
      <NumberInput
        className={classes.cap ?? ""}
        label="Leads taken in a day"
        description="What comes beyond it is held, never refused. The day is that of UTC."
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={draft.day_cap}
        min={1}
        max={10_000_000}
        allowDecimal={false}
        disabled={!canChange}
        onChange={(value) => typeof value === "number" && change({ day_cap: value })}
        error={problems["day_cap"]}
      />
    </section>
  );
}

function HeldNow({ source }: { source: LeadSource }) {
  const { held } = source;
  if (held.count === 0) return <p className={classes.held}>Nothing is held now.</p>;
  return (
    <div className={classes.held}>
      <IconShieldExclamation size={16} stroke={1.75} aria-hidden />
      <span>{held.count === 1 ? "1 is held now." : `${heldText(held)} are held now.`}</span>
      <Link to="/lead-sending/spam" search={{ source: source.id }}>
        Open
      </Link>
    </div>
  );
}

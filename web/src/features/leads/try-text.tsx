import { Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../calls.ts";
import { StatePill } from "../../ui/state-pill.tsx";
import { REASONS } from "./reasons.ts";
import classes from "./spam-tab.module.css";

const TYPING_MS = 300;

/** Whether a text would be held, if nothing else spoke against it. Nothing is sent. */
export function TryText() {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const query = useQuery({ ...read("leads.tryText", { text: asked }), enabled: asked.trim() !== "", placeholderData: keepPreviousData });
  return (
    <section className={classes.try} aria-label="Try a text">
      <Textarea
        label="Try a text"
        placeholder="Paste what a visitor might write."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={classes.verdict} role="status">
        {asked.trim() !== "" && query.data && (
          <>
            {query.data.is_held ? <StatePill tone="bad">Would be held</StatePill> : <StatePill tone="good">Would be let in</StatePill>}
            {`${query.data.score} of 5 points${query.data.reasons.length > 0 ? `: ${query.data.reasons.map((reason) => REASONS[reason].short).join(", ")}` : ""}`}
          </>
        )}
      </p>
    </section>
  );
}

import { Button } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../calls.ts";
import type { ShownRecord } from "../../../manifest.ts";
import classes from "./log.module.css";
import { questionOf, WhyPanel } from "./why-panel.tsx";

/** On the page of a lead: who got it and why, in a sentence, and the whole story beside it. */
export function WhyPart({ record }: { record: ShownRecord }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(read("leadSending.listDecisions", { id: record.id }));
  const latest = data?.items.toSorted((one, other) => other.n - one.n)[0];
  if (!latest) return null;
  return (
    <section className={classes.part} aria-label="Why this owner?">
      <h2 className={classes.partHead}>Why this owner?</h2>
      <p className={classes.because}>{latest.sentence}</p>
      <div>
        <Button leftSection={<IconRoute size={16} stroke={1.75} />} onClick={() => setOpen(true)}>
          {questionOf(latest)}
        </Button>
      </div>
      {isOpen && <WhyPanel lead={{ id: record.id, name: record.title }} n={latest.n} isOver onClose={() => setOpen(false)} />}
    </section>
  );
}

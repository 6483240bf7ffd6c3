import { useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import type { ShownRecord } from "../../../manifest.ts";
import { RelativeTime } from "../../../ui/clock.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { RecordSection } from "../../records/index.ts";
import { Person } from "../person.tsx";
import { type LeadClock, minutesText, RESPONSES, STATES } from "./clock-text.ts";
import classes from "./clock.module.css";

/** On the page of a lead: how long it waited for somebody, or since when it waits. */
export function FirstResponsePart({ record }: { record: ShownRecord }) {
  const { data } = useQuery(read("leadSending.listClocks", { lead: record.id, limit: 5 }));
  if (!data || data.items.length === 0) return null;
  return (
    <RecordSection title="First response">
      <ol className={classes.clocks}>
        {data.items.map((clock) => (
          <li className={classes.clock} key={clock.id}>
            <Person id={clock.person.id} name={clock.person.name} />
            <span className={classes.text}>
              <ClockLine clock={clock} />
            </span>
            <StatePill tone={STATES[clock.state].tone}>{STATES[clock.state].text}</StatePill>
          </li>
        ))}
      </ol>
    </RecordSection>
  );
}

function ClockLine({ clock }: { clock: LeadClock }) {
  if (clock.responded_at && clock.response)
    return (
      <>
        {minutesText(clock.response_minutes ?? 0)}, {RESPONSES[clock.response]}
      </>
    );
  if (clock.state === "ended") return <>{`No response in ${minutesText(clock.minutes)}`}</>;
  return (
    <>
      due <RelativeTime at={clock.due_at} />
    </>
  );
}

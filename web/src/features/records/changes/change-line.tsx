import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ViaKey } from "../../../ui/avatar.tsx";
import { RelativeTime, useClock } from "../../../ui/clock.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { absolute, dayHeading, timeOfDay } from "../../../ui/time-text.ts";
import type { RecordType } from "../../types/index.ts";
import { useUndo } from "../save/undo.ts";
import classes from "./changes.module.css";
import { type OwnOperation, tell, tellInOneLine, type UndoCheck, whyNot } from "./operation-words.ts";

interface ChangeLineProps {
  operation: OwnOperation;
  /** Nothing yet while it is being asked for. */
  check: UndoCheck | undefined;
  types: readonly RecordType[];
}

/** One change in words: what, of how many, through which key and when. Undo, or why there is none. */
export function ChangeLine({ operation, check, types }: ChangeLineProps) {
  const undo = useUndo();
  const { before, what, after } = tell(operation, types);
  const { records, count, key, is_undone: isUndone, operation_id: id } = operation;
  const [only] = count === 1 ? records : [];
  const label = count > 1 ? `Undo all ${wholeText(count)}` : "Undo";
  return (
    <li className={classes.change}>
      <div className={classes.told}>
        <p className={classes.sentence} data-undone={isUndone || undefined}>
          {before} {what} {only && <Name record={only} />} {after}
        </p>
        {count > 1 && <Names operation={operation} />}
        <p className={classes.facts}>
          <When at={operation.at} />
          {key ? <ViaKey name={key} /> : SURFACES[operation.via] && <span>{SURFACES[operation.via]}</span>}
          {check && !check.can_undo && <span className={classes.why}>Cannot be undone: {whyNot(check, types)}</span>}
        </p>
      </div>
      {isUndone ? (
        <span className={classes.state}>Undone</span>
      ) : (
        check?.can_undo && (
          <Button
            leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
            aria-label={`${label}: ${tellInOneLine(operation, types)}`}
            onClick={() => undo([id])}
          >
            {label}
          </Button>
        )
      )}
    </li>
  );
}

/** What people use it with, where that is not this application and no key says it. */
const SURFACES: Record<string, string> = { system: "by Kith", mcp: "by an assistant", rest: "over REST" };

const Name = ({ record: { id, type, title } }: { record: OwnOperation["records"][number] }) => (
  <Link className={classes.name} to="/records/$type/$id" params={{ type, id }}>
    {title}
  </Link>
);

function Names({ operation: { records, count } }: { operation: OwnOperation }) {
  const more = count - records.length;
  return (
    <p className={classes.names}>
      {records.map((record, at) => (
        <span key={record.id}>
          {at > 0 && ", "}
          <Name record={record} />
        </span>
      ))}
      {more > 0 && ` and ${wholeText(more)} more`}
    </p>
  );
}

// Under an earlier day the date is said already.
function When({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  if (dayHeading(date, now, zone) === "Today") return <RelativeTime at={at} />;
  return (
    <time dateTime={at} title={absolute(date, zone)}>
      {timeOfDay(date, zone)}
    </time>
  );
}

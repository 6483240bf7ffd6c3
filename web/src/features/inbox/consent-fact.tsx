import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { useClock } from "../../ui/clock.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { shortDate } from "../../ui/time-text.ts";
import type { CrmRecord } from "../fields/index.ts";
import { BriefFact, useRecord } from "../records/index.ts";
import { factsOf, type RecordType, useTypes } from "../types/index.ts";
import { consentMarks, isKnownKind, type Reached } from "./consent-text.ts";
import classes from "./person.module.css";
import type { Conversation } from "./read.ts";

/** Where the conversation itself goes. */
const addressOf = ({ channel, from }: Conversation): Reached[] =>
  from && isKnownKind(channel.kind) ? [{ kind: channel.kind, address: from.address }] : [];

/** Of somebody who is not among the contacts yet. */
export const StrangerConsent = ({ conversation }: { conversation: Conversation }) => <ConsentFact reached={addressOf(conversation)} />;

/** Of all addresses and numbers that are known of them, as far as one panel has room. */
export function ContactConsent({ conversation, id }: { conversation: Conversation; id: string }) {
  const { record, isPartial, error } = useRecord(id);
  const { items: types } = useTypes();
  const type = types.find((one) => one.key === record?.type);
  // Asked once, when all addresses are known.
  const isComing = isPartial || (record === undefined && error === null);
  const reached = isComing ? [] : reachedAt(addressOf(conversation), type, record);
  return <ConsentFact reached={reached} isBarred={record?.values[BARRED] === true} />;
}

const BARRED = "do_not_contact";

const MOST_REACHED = 6;
const REACHED_BY = { email: "email", phone: "whatsapp" } as const;

function reachedAt(own: Reached[], type: RecordType | undefined, record: CrmRecord | undefined): Reached[] {
  const known = (type?.fields ?? []).flatMap((field) => {
    const { format } = factsOf(field);
    if (format !== "email" && format !== "phone") return [];
    return [record?.values[field.key] ?? []].flat().map((value) => ({ kind: REACHED_BY[format], address: String(value) }));
  });
  const all = [...own, ...known].map((one) => [`${one.kind} ${one.address.toLowerCase()}`, one] as const);
  return [...new Map(all).values()].slice(0, MOST_REACHED);
}

interface ConsentFactProps {
  reached: Reached[];
  /** The contact's page says so. */
  isBarred?: boolean;
}

/** Whether and since when they agreed to be written to, or do not want it. */
function ConsentFact({ reached, isBarred = false }: ConsentFactProps) {
  const { now, zone } = useClock();
  const { data } = useQuery({ ...read("inbox.lastConsents", { of: reached }), enabled: reached.length > 0 });
  const marks = consentMarks(data?.items ?? [], (at) => shortDate(new Date(at), now, zone));
  const isNone = marks.length === 0 && !isBarred;
  // Nothing is said about somebody whom nothing reaches, nor before all of it is known.
  if (isNone && !data) return null;
  return (
    <BriefFact label="Consent">
      <span className={classes.marks}>
        {isNone && <span className="k-faint">None recorded</span>}
        {isBarred && <StatePill tone="bad">Do not contact</StatePill>}
        {marks.map(({ text, tone, when, title }) => (
          <span className={classes.mark} title={title} key={title}>
            <StatePill tone={tone}>{text}</StatePill>
            <span className={classes.sub}>{when}</span>
          </span>
        ))}
      </span>
    </BriefFact>
  );
}

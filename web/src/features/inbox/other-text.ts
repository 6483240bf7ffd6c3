import { lengthText } from "./due-text.ts";
import { firstNameOf } from "./names.ts";
import type { Conversation, Other } from "./read.ts";
import { shortWhen } from "./when-text.ts";

const SECOND_MS = 1_000;
const STATES: Record<Conversation["state"], string> = { open: "Open", snoozed: "Snoozed", closed: "Closed", spam: "Spam" };

/** "Closed 28 Oct, Ines, first reply 22 min" */
export function otherText({ conversation, first_reply_seconds: seconds }: Other, now: Date, zone: string): string {
  const { state, last_at: at, assignee } = conversation;
  const parts = [
    `${STATES[state]} ${shortWhen(new Date(at), now, zone)}`,
    assignee && firstNameOf(assignee.name),
    seconds !== null && `first reply ${lengthText(seconds * SECOND_MS)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

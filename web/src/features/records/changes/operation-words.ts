import type { OutputOf } from "@kith/server/contract";
import { wholeText } from "../../../ui/formats.ts";
import { fieldOf, manyOf, oneOf, type RecordType } from "../../types/index.ts";

export type OwnOperation = OutputOf<"records.operations">["items"][number];
export type UndoCheck = OutputOf<"records.checkUndo">["items"][number];

/** What was done, by the kind of its events. Of a call that did several things, the first of these is what somebody meant. */
const DONE: readonly (readonly [kind: string, verb: string, rest?: string])[] = [
  ["lead.converted", "converted a lead:"],
  ["record.merged", "merged"],
  ["message.queued", "wrote a message in"],
  ["message.drafted", "drafted a message in"],
  ["activity.logged", "logged an activity on"],
  ["activity.updated", "changed an activity of"],
  ["activity.deleted", "deleted an activity of"],
  ["activity.restored", "restored an activity of"],
  ["record.created", "created"],
  ["record.deleted", "moved", "to the trash"],
  ["record.restored", "restored", "from the trash"],
  ["note.added", "added a note to"],
  ["note.updated", "edited a note of"],
  ["note.removed", "removed a note from"],
  ["note.pinned", "pinned a note of"],
  ["note.unpinned", "unpinned a note of"],
  ["file.attached", "attached a file to"],
  ["file.renamed", "renamed a file of"],
  ["file.removed", "removed a file from"],
  ["file.restored", "restored a file of"],
  ["conversation.merged", "merged"],
  ["conversation.split", "separated"],
  ["conversation.closed", "closed"],
  ["conversation.snoozed", "snoozed"],
  ["conversation.assigned", "changed who answers"],
  ["conversation.opened", "opened"],
  ["duplicate.dismissed", "marked as not a duplicate:"],
  ["duplicate.reopened", "marked as a possible duplicate:"],
];
const MAX_FIELDS = 3;

export interface Told {
  /** "Changed stage of" */
  before: string;
  /** What it was done to: "20 deals", or "deal" before the name of the only one. */
  what: string;
  /** "to the trash" */
  after: string;
}

/** An operation in words, with room for the name of its record: "Changed stage of · deal · Dock crane". */
export function tell(operation: OwnOperation, types: readonly RecordType[]): Told {
  const { kinds, is_undo: isUndo } = operation;
  const [, verb, after = ""] = DONE.find(([kind]) => kinds.includes(kind)) ?? ["", changed(operation, types)];
  const before = isUndo ? `undo: ${verb}` : verb;
  return { before: before.slice(0, 1).toUpperCase() + before.slice(1), what: whatOf(operation, types), after };
}

function changed({ fields, records, kinds }: OwnOperation, types: readonly RecordType[]): string {
  if (!kinds.includes("record.updated")) return "changed";
  const type = typeOf(records, types);
  const names = fields.map((key) => ((type && fieldOf(type, key)?.label) ?? key.replaceAll("_", " ")).toLowerCase());
  const more = names.length - MAX_FIELDS;
  const shown = more > 0 ? [...names.slice(0, MAX_FIELDS), `${more} more`] : names;
  return shown.length > 0 ? `changed ${new Intl.ListFormat("en-GB").format(shown)} of` : "changed";
}

const typeOf = (records: OwnOperation["records"], types: readonly RecordType[]) => {
  const keys = new Set(records.map(({ type }) => type));
  return keys.size === 1 ? types.find(({ key }) => keys.has(key)) : undefined;
};

function whatOf({ count, records, conversations }: OwnOperation, types: readonly RecordType[]): string {
  if (count === 0) return conversations === 1 ? "a conversation" : `${wholeText(conversations)} conversations`;
  const type = typeOf(records, types);
  if (count === 1) return type ? oneOf(type) : "record";
  return `${wholeText(count)} ${type ? manyOf(type) : "records"}`;
}

/** All of it in one line: "Changed stage of deal “Dock crane”". */
export function tellInOneLine(operation: OwnOperation, types: readonly RecordType[]): string {
  const { before, what, after } = tell(operation, types);
  const [only] = operation.count === 1 ? operation.records : [];
  return [before, what, only && `“${only.title}”`, after].filter(Boolean).join(" ");
}

/** Why an operation cannot be undone, for people: names in place of ids and keys. */
export function whyNot(check: UndoCheck, types: readonly RecordType[]): string {
  const { in_the_way: inTheWay, reason } = check;
  if (!inTheWay) return reason ?? "";
  const type = types.find(({ key }) => key === inTheWay.type);
  const labels = inTheWay.fields.map((key) => (type && fieldOf(type, key)?.label) ?? key);
  const why = labels.length > 0 ? inTheWay.reason.replace(/: .*$/s, `: ${labels.join(", ")}`) : inTheWay.reason;
  return `“${inTheWay.title}” ${why}.`;
}

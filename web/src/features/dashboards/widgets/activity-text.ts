import { wholeText } from "../../../ui/formats.ts";
import { fieldOf, manyOf, oneOf, optionOf, type RecordType } from "../../types/index.ts";
import type { FigureOf } from "../dashboards.ts";

export type Line = Pick<FigureOf<"events">["events"][number], "type" | "changes" | "count">;

/** What was done, to one record or to many. */
const DEEDS: Record<string, [before: string, after?: string]> = {
  "record.created": ["added"],
  "record.updated": ["changed"],
  "record.deleted": ["moved", "to the trash"],
  "record.restored": ["restored"],
  "record.merged": ["merged"],
  "note.added": ["added a note to"],
  "note.updated": ["edited a note on"],
  "note.removed": ["removed a note from"],
  "note.pinned": ["pinned a note on"],
  "note.unpinned": ["unpinned a note on"],
  "activity.logged": ["logged activities on"],
  "activity.updated": ["changed activities on"],
  "activity.deleted": ["deleted activities from"],
  "activity.restored": ["restored activities on"],
  "file.attached": ["attached files to"],
  "file.renamed": ["renamed files on"],
  "file.removed": ["removed files from"],
  "file.restored": ["restored files on"],
};

/** What stands before and after the name of the record; of several records there is no name. */
export function deedOf(event: Line, type: RecordType): { before: string; after: string | undefined } | { whole: string } | undefined {
  const [before, after] = DEEDS[event.type] ?? [];
  if (before === undefined) return undefined;
  if (event.count > 1) return { whole: [before, wholeText(event.count), manyOf(type), ...(after ? [after] : [])].join(" ") };
  // The sentence of one activity says whether it was a call, a meeting or an email; that of a file, its name.
  if (event.type.startsWith("activity.") || event.type.startsWith("file.")) return undefined;
  if (event.type === "record.created") return { before: `${before} ${oneOf(type)}`, after };
  const stage = stageIn(event, type);
  if (stage) return { before: "moved", after: `to ${stage}` };
  return { before: [before, fieldsIn(event, type)].filter(Boolean).join(" "), after };
}

/** "close date of", "amount and 2 more of" */
function fieldsIn({ type: kind, changes }: Line, type: RecordType): string {
  const [first, ...others] = Object.keys(changes ?? {});
  if (kind !== "record.updated" || first === undefined) return "";
  const label = fieldOf(type, first)?.label.toLowerCase() ?? first.replaceAll("_", " ");
  return `${label}${others.length > 0 ? ` and ${others.length} more` : ""} of`;
}

/** The stage that a change led to, in words. A record that was just created has moved nowhere. */
function stageIn({ type: kind, changes }: Line, type: RecordType): string | undefined {
  const field = kind === "record.updated" ? fieldOf(type, type.stage_field) : undefined;
  const change = field && changes?.[field.key];
  return change && optionOf(field, change[1])?.label;
}

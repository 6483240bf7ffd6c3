import { Fragment, type ReactNode } from "react";
import { fieldOf, oneOf, type RecordType } from "../../types/index.ts";
import { ChangeText, hasSeveral } from "./change-text.tsx";
import type { Entry } from "./timeline-entries.ts";

const SIMPLE: Record<string, (type: RecordType) => string> = {
  "record.created": (type) => `created the ${oneOf(type)}`,
  "record.deleted": (type) => `moved this ${oneOf(type)} to the trash`,
  "record.restored": (type) => `restored this ${oneOf(type)} from the trash`,
  "record.merged": (type) => `merged another ${oneOf(type)} into this one`,
  "note.added": () => "added a note",
  "note.updated": () => "edited a note",
  "note.removed": () => "removed a note",
  "note.pinned": () => "pinned a note",
  "note.unpinned": () => "unpinned a note",
  "activity.logged": () => "logged an activity, which was deleted",
  "activity.joined": () => "logged an activity with this contact, which was deleted or changed",
  "activity.deleted": () => "deleted an activity",
  "activity.restored": () => "restored an activity",
  "file.attached": () => "attached a file",
  "file.renamed": () => "renamed a file",
  "file.removed": () => "removed a file",
  "file.restored": () => "brought back a file",
  "duplicate.dismissed": (type) => `marked this ${oneOf(type)} as not a duplicate`,
  "duplicate.reopened": (type) => `marked this ${oneOf(type)} as a possible duplicate`,
  "lead.converted": () => "converted this lead",
};

/** What somebody did, after their name. */
export function said(type: RecordType, entry: Pick<Entry, "kind" | "changes" | "names"> & Partial<Pick<Entry, "data">>): ReactNode {
  const changes = Object.entries(entry.changes ?? {});
  const text = entry.changes?.["text"];
  if (entry.kind === "note.updated" && text)
    return (
      <>
        edited <ChangeText field={undefined} name="a note" from={text[0]} to={text[1]} names={{}} />
      </>
    );
  if (entry.kind === "activity.updated")
    return `changed ${Object.keys(entry.changes ?? {})
      .map(partOfActivity)
      .join(", ")} of an activity`;
  const file = entry.data?.["file_name"];
  if (typeof file === "string" && DONE_WITH_FILE[entry.kind]) return saidOfFile(entry, file);
  if (entry.kind !== "record.updated" || changes.length === 0) return SIMPLE[entry.kind]?.(type) ?? entry.kind;
  // "changed stage … and amount …, added contact …": said again only after another verb.
  const isOwnVerb = changes.map(([key]) => hasSeveral(fieldOf(type, key)));
  const verbs = isOwnVerb.map((_, at) => (at === 0 || isOwnVerb[at - 1] ? "changed" : ""));
  return changes.map(([key, [from, to]], at) => (
    <Fragment key={key}>
      {at > 0 && (at === changes.length - 1 ? " and " : ", ")}
      <ChangeText field={fieldOf(type, key)} name={key} from={from} to={to} names={entry.names} verb={verbs[at] ?? ""} />
    </Fragment>
  ));
}

const partOfActivity = (key: string) => ({ at: "the time", duration_minutes: "the duration" })[key] ?? `the ${key}`;

const DONE_WITH_FILE: Record<string, string> = {
  "file.attached": "attached",
  "file.renamed": "renamed",
  "file.removed": "removed the file",
  "file.restored": "brought back the file",
};

function saidOfFile({ kind, changes }: Pick<Entry, "kind" | "changes">, file: string): ReactNode {
  const [from] = changes?.["name"] ?? [];
  return (
    <>
      {DONE_WITH_FILE[kind]} {typeof from === "string" && <>{from} to </>}
      <b>{file}</b>
    </>
  );
}

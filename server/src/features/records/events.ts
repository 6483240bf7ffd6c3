import { z } from "zod";
import { defineEvent, type Changes, type SentencePart, type DescribedEvent } from "../../kernel/event.ts";
import { memberId } from "../members/operations.ts";
import { ACTIVITY_KINDS } from "./inputs.ts";

const named = z.object({ name: z.string(), type: z.string() });
const noted = named.extend({ note: z.string() });
// Whom it tells: members who were not mentioned in it before. Events of an older version lack it.
const mentioning = noted.extend({ mentions: z.array(memberId).optional() });
const filed = named.extend({ attachment: z.string(), file_name: z.string() });
const happened = named.extend({ activity: z.string(), kind: z.enum(ACTIVITY_KINDS) });

type DescribedRecord = DescribedEvent<z.output<typeof named>>;

/** Most sentences about records: `verb deal Flow metering`, and an optional rest. */
const done =
  (verb: string, rest = "") =>
  ({ subject, data }: DescribedRecord): SentencePart[] => [`${verb} ${typeName(data)} `, subject, ...(rest ? [rest] : [])];

type DescribedActivity = DescribedEvent<z.output<typeof happened>>;

const oneOf = { call: "a call", meeting: "a meeting", email: "an email" };
const kindName = ({ kind = "call" }: DescribedActivity["data"]) => oneOf[kind];

/** `verb a call on deal Flow metering`. */
const doneWith =
  (verb: string, preposition: string) =>
  (event: DescribedActivity): SentencePart[] =>
    done(`${verb} ${kindName(event.data)} ${preposition}`)(event);

type DescribedFile = DescribedEvent<z.output<typeof filed>>;

/** `verb offer.pdf to deal Flow metering`. */
const doneWithFile =
  (verb: string, preposition: string) =>
  (event: DescribedFile): SentencePart[] => [`${verb} `, { name: event.data.file_name ?? "a file" }, ...done(` ${preposition}`)(event)];

/** They change with the stage, which the sentence names. */
const CONSEQUENCES = new Set(["stage_entered_at", "won_at", "lost_at"]);

const typeName = ({ type }: DescribedRecord["data"]) => (type ?? "record").replaceAll("_", " ");
const fieldNames = (changes: Changes) =>
  new Intl.ListFormat("en-GB").format(
    Object.keys(changes)
      .filter((field) => !CONSEQUENCES.has(field))
      .map((field) => field.replaceAll("_", " ")),
  );

export const recordCreated = defineEvent({
  type: "record.created",
  subject: "rec",
  summary: "A record was created.",
  audience: "everyone",
  label: "Record created",
  sentence: done("created"),
  data: named,
});
export const recordUpdated = defineEvent({
  type: "record.updated",
  subject: "rec",
  summary: "Values of a record changed.",
  audience: "everyone",
  label: "Record changed",
  sentence: (event) => done(Object.keys(event.changes).length > 0 ? `changed ${fieldNames(event.changes)} of` : "changed")(event),
  data: named,
});
export const recordDeleted = defineEvent({
  type: "record.deleted",
  subject: "rec",
  summary: "A record was moved to the trash.",
  audience: "everyone",
  label: "Record deleted",
  sentence: done("moved", " to the trash"),
  data: named,
});
export const recordRestored = defineEvent({
  type: "record.restored",
  subject: "rec",
  summary: "A record came back from the trash.",
  audience: "everyone",
  label: "Record restored",
  sentence: done("restored", " from the trash"),
  // Set if this undoes a merge: the record it had been merged into. Undoing this event merges them again.
  data: named.extend({ unmerged_from: z.string().optional() }),
});
export const recordMerged = defineEvent({
  type: "record.merged",
  subject: "rec",
  summary: "A record was merged into another.",
  audience: "everyone",
  label: "Record merged",
  sentence: (event) => done("merged", ` into another ${typeName(event.data)}`)(event),
  data: named.extend({ into: z.string() }),
});
export const noteAdded = defineEvent({
  type: "note.added",
  subject: "rec",
  summary: "A note was written on a record.",
  audience: "everyone",
  label: "Note added",
  sentence: done("added a note to"),
  data: mentioning,
});
export const noteUpdated = defineEvent({
  type: "note.updated",
  subject: "rec",
  summary: "The text of a note changed, how it is shown, or whom it mentions.",
  audience: "everyone",
  label: "Note edited",
  sentence: done("edited a note on"),
  data: mentioning,
});
export const notePinned = defineEvent({
  type: "note.pinned",
  subject: "rec",
  summary: "A note was pinned to the top of its record.",
  audience: "everyone",
  label: "Note pinned",
  sentence: done("pinned a note on"),
  data: noted,
});
export const noteUnpinned = defineEvent({
  type: "note.unpinned",
  subject: "rec",
  summary: "A note was unpinned.",
  audience: "everyone",
  label: "Note unpinned",
  sentence: done("unpinned a note on"),
  data: noted,
});
export const noteRemoved = defineEvent({
  type: "note.removed",
  subject: "rec",
  summary: "A note was removed.",
  audience: "everyone",
  label: "Note removed",
  sentence: done("removed a note from"),
  data: noted,
});
export const activityLogged = defineEvent({
  type: "activity.logged",
  subject: "rec",
  summary: "A call, a meeting or an email was logged on a record.",
  audience: "everyone",
  label: "Activity logged",
  sentence: doneWith("logged", "on"),
  data: happened,
});
export const activityUpdated = defineEvent({
  type: "activity.updated",
  subject: "rec",
  summary: "A logged activity changed.",
  audience: "everyone",
  label: "Activity changed",
  sentence: doneWith("changed", "on"),
  data: happened,
});
export const activityDeleted = defineEvent({
  type: "activity.deleted",
  subject: "rec",
  summary: "A logged activity was deleted.",
  audience: "everyone",
  label: "Activity deleted",
  sentence: doneWith("deleted", "from"),
  data: happened,
});
export const activityRestored = defineEvent({
  type: "activity.restored",
  subject: "rec",
  summary: "A deleted activity came back.",
  audience: "everyone",
  label: "Activity restored",
  sentence: doneWith("restored", "on"),
  data: happened,
});
/** So that it stands on their timeline too. Whoever counts activities counts activity.logged. */
export const activityJoined = defineEvent({
  type: "activity.joined",
  subject: "rec",
  summary: "A contact took part in an activity that was logged on another record.",
  audience: "everyone",
  label: "Took part in an activity",
  sentence: doneWith("logged", "with"),
  data: happened,
});
export const fileAttached = defineEvent({
  type: "file.attached",
  subject: "rec",
  summary: "A file was attached to a record.",
  audience: "everyone",
  label: "File attached",
  sentence: doneWithFile("attached", "to"),
  data: filed,
});
export const fileRenamed = defineEvent({
  type: "file.renamed",
  subject: "rec",
  summary: "A file of a record has another name.",
  audience: "everyone",
  label: "File renamed",
  sentence: doneWithFile("renamed a file to", "on"),
  data: filed,
});
export const fileRemoved = defineEvent({
  type: "file.removed",
  subject: "rec",
  summary: "A file was removed from a record.",
  audience: "everyone",
  label: "File removed",
  sentence: doneWithFile("removed", "from"),
  data: filed,
});
export const fileRestored = defineEvent({
  type: "file.restored",
  subject: "rec",
  summary: "A removed file came back to a record.",
  audience: "everyone",
  label: "File restored",
  sentence: doneWithFile("restored", "on"),
  data: filed,
});

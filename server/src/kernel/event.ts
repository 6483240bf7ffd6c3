import { z } from "zod";

/** Something that happened and is written down for ever, in the transaction that made it happen. */
export interface EventType<D extends z.ZodType = z.ZodType> {
  type: string;
  /** The id prefix of the thing it happened to. */
  subject: string;
  summary: string;
  /** Who may see it as it happens, besides Admins: every member, or only those involved (who did it, and the owner of the key it is about). */
  audience: "everyone" | "involved";
  /** Short name in lists and filters: "Key added". */
  label: string;
  /** What people read after the name of whoever did it: ["added the key ", subject]. */
  sentence(event: Told<z.output<D>>): SentencePart[];
  /** The sentence names no person first: something the service does by itself, or a refusal that may be a stranger's. */
  isImpersonal?: true;
  data: D;
}

/** An event as its sentence sees it. */
export interface Told<Data = Record<string, unknown>> {
  subject: SubjectName;
  /** Rows written by an older version may lack a key. */
  data: Partial<Data>;
  changes: Changes;
  actorName?: string;
}

/** What the event is about, by its name. */
interface SubjectName {
  name: string;
}

/** Plain data, so that any surface can show it: a browser with bold names, a mail as text. */
export type SentencePart =
  | string
  | SubjectName
  | { from: unknown; to: unknown }
  /** What a program calls itself on the wire, such as `claude-code/2.4.0`. */
  | { program: string }
  /** The user agent of a browser. */
  | { browser: string };

export function defineEvent<D extends z.ZodType>(event: EventType<D>): EventType<D> {
  return event;
}

export type Changes = Record<string, [from: unknown, to: unknown]>;

export interface Announcement<D extends z.ZodType> {
  subjectId: string;
  data: z.output<D>;
  changes?: Changes;
}

/** A sentence that ends with its subject: `saying("deleted the view ")`. */
export const saying =
  (verb: string) =>
  ({ subject }: Told): SentencePart[] => [verb, subject];

/** "1 record", "1,200 records". An older row may lack the number. */
export const counted = (count: number | undefined, one: string, many = `${one}s`) =>
  `${(count ?? 0).toLocaleString("en")} ${count === 1 ? one : many}`;

/** Announced by execute() itself, for whatever operation it refuses. */
export const accessRefused = defineEvent({
  type: "access.refused",
  subject: "usr",
  summary: "Someone asked for something their role does not allow.",
  audience: "involved",
  label: "Access refused",
  sentence: ({ data }) => [`was refused ${data.operation ?? "an operation"}, which is for Admins`],
  data: z.object({ operation: z.string(), needs: z.string() }),
});

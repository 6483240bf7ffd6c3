import { z } from "zod";
import { schemaNames } from "./operation.ts";

/** Something that happened. It is written in the transaction that made it happen, and kept. */
export interface EventType<D extends z.ZodType = z.ZodType> {
  type: string;
  /** The id prefix of the thing it happened to. */
  subject: string;
  summary: string;
  /**
   * Who may see it as it happens, besides Admins: every member, or only those involved (who did it, and the owner of the key it is about).
   * "limited": only those who see the channel that `data.channel` names, Admins or not; everyone where `data.is_shared` says so.
   */
  audience: "everyone" | "involved" | "limited";
  /** Its subject may be one person's own, such as a view: members see that it happened, and no name. */
  isNamePrivate?: true;
  /** Short name in lists and filters: "Key added". */
  label: string;
  /** The text after the name of the person who did it: ["added the key ", subject]. */
  sentence(event: DescribedEvent<z.output<D>>): SentencePart[];
  /** The sentence does not start with a person: the service did it, or an anonymous caller was refused. */
  isImpersonal?: true;
  data: D;
}

/** What the sentence of an event is made of. */
export interface DescribedEvent<Data = Record<string, unknown>> {
  subject: SubjectName;
  /** Events of an older version may lack a key. */
  data: Partial<Data>;
  changes: Changes;
  actorName?: string;
}

type SubjectName = { name: string };

/** Plain data, so that any surface can show it: a browser in bold, a mail as text. */
export type SentencePart =
  | string
  | SubjectName
  | { from: unknown; to: unknown }
  /** The name a program gives itself, such as `claude-code/2.4.0`. */
  | { program: string }
  /** The user agent of a browser. */
  | { browser: string };

export const defineEvent = <D extends z.ZodType>(event: EventType<D>): EventType<D> => event;

export type Changes = Record<string, [from: unknown, to: unknown]>;

/** The same as a schema: the value before and the value after, by field key. */
export const valueChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]).register(schemaNames, { name: "ValueChange" }));

export interface Announcement<D extends z.ZodType> {
  subjectId: string;
  data: z.output<D>;
  changes?: Changes;
  /** Where one call does the work of several, such as taking 50 leads: each can be undone by itself. Left out, it is the call's own. */
  operationId?: string;
}

import { z } from "zod";

export type Access = "public" | "member" | "admin" | "system";
type Effect = "read" | "write" | "destroy";
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface ToolSurface<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  name: string;
  /** Names of before: no list has them, calls by them still work, and their answers say what it is called now. */
  formerly?: readonly string[];
  title: string;
  /** Written for a model: when to use it, and what to do first. */
  describe: string;
  /** Names of its input and answer that no model needs to read about. They work all the same. */
  leavesOut?: readonly string[];
  /** The question that the person is asked before this call, where their client can ask. In our words only. Undefined: it is done at once. */
  asksFirst?(input: z.output<I>): string | undefined;
  /** Replaces this part of the input where that question is due and the client cannot ask it. */
  unasked?: Partial<z.input<I>>;
  /** It sends something to people outside the company, such as a mail. */
  reachesOut?: boolean;
  /** What a model gets of the answer, where a program needs more: every word of it costs. */
  show?(answer: z.input<O>, input: z.output<I>): unknown;
}

/** The announced end of a REST operation: docs/guides/versions.md. Days as 2026-11-16. */
export interface Deprecation {
  since: string;
  /** At least 12 months later. */
  until: string;
  /** The name of the operation to use instead. */
  instead: string;
}

/**
 * The names of schemas in OpenAPI, so that generated clients have a type `Record` and not 20 copies of it:
 * `z.strictObject({…}).register(schemaNames, { name: "Record" })`. A schema made from another by `extend` has no name.
 */
export const schemaNames = z.registry<{ name: string }>();

/** One thing that can be asked of the service. Every surface is derived from this alone. */
export interface Operation<
  Name extends string = string,
  A extends Access = Access,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  name: Name;
  summary: string;
  access: A;
  effect: Effect;
  /** Read-only for the caller, but needs a write transaction: it keeps something for the next call, or tries a change and rolls it back. */
  needsWriteTransaction?: boolean;
  /** A browser session must have proved its password recently. Does not apply to keys: they have no password. */
  freshPassword?: boolean;
  /** "opens": the output has a `session_token`, which becomes a cookie that scripts cannot read; null opens none. "closes" removes the cookie. */
  session?: "opens" | "closes";
  /** Calls per hour and network address: for public operations that are expensive or send a mail. */
  perHour?: number;
  /** Its answer holds a secret: it is never compressed, and never stored for a repeat with the same Idempotency-Key. */
  hasSecret?: true;
  /** Where such an answer makes sense without its secret: what is stored, and answered to a repeat. Left out, a repeat is told that it was done. */
  withoutSecret?(output: z.input<O>): z.input<O>;
  rest?: { method: Method; path: string; status?: number; deprecated?: Deprecation };
  tool?: ToolSurface<I, O>;
  input: I;
  output: O;
  /** An input for the documentation. Every operation with a `rest` or a `tool` has one, and a test sends it. Ids are made by `sampleId`. */
  example?: z.input<I>;
}

/** What a caller outside the service sends and gets. */
export type WireInput<Op extends Operation> = z.input<Op["input"]>;
export type WireOutput<Op extends Operation> = z.input<Op["output"]>;

/** Declares an operation; the types of its input, output and caller follow from the declaration. */
export function defineOperation<const Name extends string, const A extends Access, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<Name, A, I, O>,
): Operation<Name, A, I, O> {
  return operation;
}

/** The operations among what a module declares; the rest are its ids, limits and shapes. */
export type OperationsIn<Module> = { [Key in keyof Module as Module[Key] extends Operation ? Key : never]: Module[Key] };

import type { z } from "zod";

export type Access = "public" | "member" | "admin" | "system";
type Effect = "read" | "write" | "destroy";
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface RestSurface {
  method: Method;
  path: string;
  status?: number;
}

interface ToolSurface {
  name: string;
  title: string;
  /** Written for a model: when to use it, and what to do first. */
  describe: string;
  /** It writes to somebody outside the company, such as by mail. */
  reachesOut?: boolean;
}

/** One thing that can be asked of the service. Every surface is read from this and nothing else. */
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
  writesAside?: boolean;
  /** A browser session must have proved its password recently. Keys are not asked: they have none to give. */
  freshPassword?: boolean;
  /** Opening answers a `session_token` that the browser gets as a cookie and never sees; closing takes it away. */
  session?: "opens" | "closes";
  /** How often one place may ask for it in an hour: for public operations that cost, or that write to somebody. */
  perHour?: number;
  rest?: RestSurface;
  tool?: ToolSurface;
  input: I;
  output: O;
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

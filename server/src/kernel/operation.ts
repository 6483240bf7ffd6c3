import type { z } from "zod";
import type { Actor, Member, System } from "./actor.ts";
import type { Call } from "./call.ts";

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
  /** It only reads for whoever asks, and yet writes: something kept for the next time, or a trial that is rolled back. */
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

/** Declares an operation; the types of its input, output and caller follow from the declaration. */
export function defineOperation<const Name extends string, const A extends Access, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<Name, A, I, O>,
): Operation<Name, A, I, O> {
  return operation;
}

type ActorFor<A extends Access> = A extends "public" ? Actor : A extends "system" ? System : Member;

type Handler<Op> =
  Op extends Operation<string, infer A, infer I, infer O> ? (call: Call<ActorFor<A>>, input: z.output<I>) => Promise<z.output<O>> : never;

/** An operation with the function that does it, its types checked and then forgotten. */
export interface BoundOperation {
  operation: Operation;
  run(call: Call, input: unknown): Promise<unknown>;
}

/** The operations among what a module declares; the rest are its ids, limits and shapes. */
type OperationsIn<Module> = { [Key in keyof Module as Module[Key] extends Operation ? Key : never]: Module[Key] };

/** Ties every operation that a room's module declares to its handler: a missing one is a compile error, and so is one too many. */
export function handle<Module extends object>(
  operations: Module,
  handlers: { [Key in keyof OperationsIn<Module>]: Handler<Module[Key]> },
): BoundOperation[] {
  return Object.entries(handlers).map(([key, run]) => ({
    // The key ties operation and handler together; TypeScript cannot follow that through Object.entries.
    operation: operations[key as keyof Module] as Operation,
    run: run as BoundOperation["run"],
  }));
}

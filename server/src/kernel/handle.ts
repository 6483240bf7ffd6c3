import type { z } from "zod";
import type { Actor, Member, System } from "./actor.ts";
import type { Call } from "./call.ts";
import type { Access, Operation, OperationsIn } from "./operation.ts";

type ActorFor<A extends Access> = A extends "public" ? Actor : A extends "system" ? System : Member;

type Handler<Op> =
  Op extends Operation<string, infer A, infer I, infer O> ? (call: Call<ActorFor<A>>, input: z.output<I>) => Promise<z.output<O>> : never;

/** An operation with the function that does it, its types checked and then forgotten. */
export interface BoundOperation {
  operation: Operation;
  run(call: Call, input: unknown): Promise<unknown>;
}

/** Ties every operation that a feature's module declares to its handler: a missing one is a compile error, and so is one too many. */
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

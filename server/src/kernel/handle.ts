import type { z } from "zod";
import type { Actor, Member, System } from "./actor.ts";
import type { Call } from "./call.ts";
import type { Access, Operation, OperationsIn } from "./operation.ts";

type ActorFor<A extends Access> = A extends "public" ? Actor : A extends "system" ? System : Member;

type Handler<Op> =
  Op extends Operation<string, infer A, infer I, infer O> ? (call: Call<ActorFor<A>>, input: z.output<I>) => Promise<z.output<O>> : never;

/** An operation with its handler. The types are checked by `handle` and erased here. */
export interface BoundOperation {
  operation: Operation;
  run(call: Call, input: unknown): Promise<unknown>;
}

/** Binds every operation of a feature to its handler. A missing handler is a compile error, and so is one too many. */
export function handle<Module extends object>(
  operations: Module,
  handlers: { [Key in keyof OperationsIn<Module>]: Handler<Module[Key]> },
): BoundOperation[] {
  return Object.entries(handlers).map(([key, run]) => ({
    // Operation and handler have the same key; TypeScript cannot follow that through Object.entries.
    operation: operations[key as keyof Module] as Operation,
    run: run as BoundOperation["run"],
  }));
}

/**
 * The same for handlers that are loaded when the first of these operations is called: a node starts without what it may never need.
 * What is loaded was bound by `handle`, so each operation has its handler.
 */
export function handleLater(operations: object, load: () => Promise<BoundOperation[]>): BoundOperation[] {
  let loading: Promise<BoundOperation[]> | undefined;
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return Object.values(operations)
    .filter(isOperation)
    .map((operation) => ({
      operation,
      async run(call, input) {
        const bound = (await loaded()).find((one) => one.operation === operation);
        if (!bound) throw new Error(`${operation.name} has no handler`);
        return bound.run(call, input);
      },
    }));
}

/** Files of operations hold the shapes of their answers too. */
const isOperation = (one: unknown): one is Operation => typeof one === "object" && one !== null && "access" in one && "effect" in one;

import type { z } from "zod";
import type { Actor, Member, System } from "./actor.ts";
import type { Call } from "./call.ts";
import type { Access, Operation, OperationsIn } from "./operation.ts";

type ActorFor<A extends Access> = A extends "public" ? Actor : A extends "system" ? System : Member;

type Run<A extends Actor, I, O> = (call: Call<A>, input: I) => Promise<O>;

/** A handler with a step before its transaction. */
interface PreparedHandler<A extends Actor, I, O> {
  prepare(call: Preparing<A>, input: I): Promise<unknown>;
  run(call: Call<A>, input: I, ready: unknown): Promise<O>;
}

/** What the step before the transaction is given: no transaction. */
export type Preparing<A extends Actor = Actor> = Pick<Call<A>, "actor" | "clock" | "request" | "emitIfRefused">;

type Handler<Op> =
  Op extends Operation<string, infer A, infer I, infer O>
    ? Run<ActorFor<A>, z.output<I>, z.output<O>> | PreparedHandler<ActorFor<A>, z.output<I>, z.output<O>>
    : never;

/**
 * A handler that waits for the network, or hashes a password: `prepare` does that after access and input are checked and before the
 * transaction's first query, also where an Idempotency-Key is looked up first. `run` gets its result. A repeated call prepares again, so it
 * changes nothing of ours.
 */
export const prepared = <A extends Actor, I, O, Ready>(
  prepare: (call: Preparing<A>, input: I) => Promise<Ready>,
  run: (call: Call<A>, input: I, ready: Ready) => Promise<O>,
): PreparedHandler<A, I, O> => ({ prepare, run: (call, input, ready) => run(call, input, ready as Ready) });

/** An operation with its handler. The types are checked by `handle` and erased here. */
export interface BoundOperation {
  operation: Operation;
  prepare?(call: Preparing, input: unknown): Promise<unknown>;
  run(call: Call, input: unknown, ready: unknown): Promise<unknown>;
}

/** Binds every operation of a feature to its handler. A missing handler is a compile error, and so is one too many. */
export function handle<Module extends object>(
  operations: Module,
  handlers: { [Key in keyof OperationsIn<Module>]: Handler<Module[Key]> },
): BoundOperation[] {
  return Object.entries(handlers).map(([key, handler]) => ({
    // Operation and handler have the same key; TypeScript cannot follow that through Object.entries.
    operation: operations[key as keyof Module] as Operation,
    ...(typeof handler === "function"
      ? { run: handler as BoundOperation["run"] }
      : (handler as Required<Omit<BoundOperation, "operation">>)),
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
  const find = async (operation: Operation) => {
    const bound = (await loaded()).find((one) => one.operation === operation);
    if (!bound) throw new Error(`${operation.name} has no handler`);
    return bound;
  };
  return Object.values(operations)
    .filter(isOperation)
    .map((operation) => ({
      operation,
      prepare: async (call, input) => (await find(operation)).prepare?.(call, input),
      run: async (call, input, ready) => (await find(operation)).run(call, input, ready),
    }));
}

/** Files of operations hold the shapes of their answers too. */
const isOperation = (one: unknown): one is Operation => typeof one === "object" && one !== null && "access" in one && "effect" in one;

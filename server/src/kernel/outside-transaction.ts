import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "./database.ts";

/** The transactions of the call that runs now, and of the calls that it runs in. */
const ours = new AsyncLocalStorage<readonly Transaction[]>();
let isGuarded = false;

/** For tests: from now on, what is slow throws where a transaction would wait for it. Costs nothing otherwise. */
export function guardTransactions(): void {
  isGuarded = true;
}

/** Runs a call, whose transaction is known to what it does. */
export const inCallOf = <T>(transaction: Transaction, run: () => Promise<T>): Promise<T> =>
  isGuarded ? ours.run([...(ours.getStore() ?? []), transaction], run) : run();

/** Said by what waits for the network, or for many milliseconds: a transaction would hold its connection and its locks meanwhile. */
export function refuseInTransaction(what: string): void {
  if (isGuarded && ours.getStore()?.some((one) => one.isOpen))
    throw new Error(`${what} is used while a transaction is open. Do it in the step before: see prepared() in kernel/handle.ts.`);
}

import * as contract from "../src/contract.ts";
import type { Operation } from "../src/kernel/operation.ts";

/** Every operation of the contract, for the tests that hold for all of them. */
export function allOperations(): Operation[] {
  const rooms = Object.values(contract).filter((room) => typeof room === "object" && !Array.isArray(room));
  return rooms.flatMap((room) => Object.values(room as Record<string, unknown>).filter(isOperation));
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "name" in value && "access" in value && "effect" in value;

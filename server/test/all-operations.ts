import * as features from "../src/features.ts";
import type { Operation } from "../src/kernel/operation.ts";

/** Every operation of every feature, for the tests that hold for all of them. */
export function allOperations(): Operation[] {
  return Object.values(features).flatMap(({ operations }) => Object.values(operations as Record<string, unknown>).filter(isOperation));
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "name" in value && "access" in value && "effect" in value;

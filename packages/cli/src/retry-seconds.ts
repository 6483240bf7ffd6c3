import type { Given } from "./arguments.ts";
import { UsageError } from "./errors.ts";

/** For how long a call is tried again: what was given, or what is usual for the command. */
export function retrySeconds({ own }: Given, standard: number): number {
  const given = own["retry-for"];
  if (given === undefined) return standard;
  if (typeof given !== "string" || !/^\d{1,6}$/.test(given)) throw new UsageError("--retry-for takes a number of seconds.");
  return Number(given);
}

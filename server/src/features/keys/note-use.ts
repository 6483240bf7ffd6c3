import type { Member } from "../../kernel/actor.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { keyId as id, noteUsage, touch } from "./operations.ts";
import type { CountedUse } from "./usage.ts";

/** Stores when, and from which client, a key was last used. */
export async function touchKey(execute: Execute, { companyId, proof }: Member, client: string | null, isNamed: boolean): Promise<void> {
  if (proof.kind === "key") await asSystem(execute, companyId)(touch, { id: id.encode(proof.keyId), client, client_named: isNamed });
}

/** Adds to the rows a key has read on a day. Returns that day's total of all nodes. */
export async function storeKeyUsage(execute: Execute, { companyId, keyId, ...read }: CountedUse): Promise<number> {
  return (await asSystem(execute, companyId)(noteUsage, { id: id.encode(keyId), ...read })).rows;
}

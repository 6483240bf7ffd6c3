import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { TypeDefinition } from "../../types/index.ts";
import type { Values } from "../row.ts";
import * as store from "../store.ts";
import { identifiersOf, type Identifier } from "./identifiers.ts";

export interface Known {
  id: string;
  /** By what it is known. */
  kinds: Identifier["kind"][];
}

/**
 * The records that have one of the emails, phones, addresses or unique values of these. `isLocking`: callers with the same ones line up,
 * so that what is made from them is made once.
 */
export async function findKnown(
  { tx, actor }: Pick<Call<Member>, "tx" | "actor">,
  type: TypeDefinition,
  values: Values,
  { isLocking }: { isLocking: boolean },
): Promise<Known[]> {
  const wanted = identifiersOf(type, values);
  if (wanted.length === 0) return [];
  if (isLocking) await store.lockIdentifiers(tx, actor.companyId, type.id, wanted);
  const found = Map.groupBy(await store.byIdentifier(tx, actor.companyId, type.id, wanted), (one) => one.id);
  return [...found].map(([id, identifiers]) => ({ id, kinds: [...new Set(identifiers.map((one) => one.kind))] }));
}

import type { Member } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import type { CompanySchema, TypeDefinition } from "./definition.ts";
import { presentType } from "./present.ts";
import { readSchema } from "./schema.ts";
import * as store from "./store.ts";

/** Locks the company's schema for a change: other changes wait. A dry run takes no lock. */
export async function changing({ actor, tx }: Call<Member>, key: string, isDryRun = false): Promise<TypeDefinition> {
  if (!isDryRun) await store.bumpVersion(tx, actor.companyId);
  const type = (await readSchema(tx, actor.companyId)).byKey.get(key);
  if (!type) throw notFound("Type");
  return type;
}

/** The same for a change that is about no type. */
export async function changeSchema(tx: Tx, companyId: string): Promise<CompanySchema> {
  await store.bumpVersion(tx, companyId);
  return readSchema(tx, companyId);
}

export async function presentAgain(tx: Tx, actor: Member, key: string) {
  const type = (await readSchema(tx, actor.companyId)).byKey.get(key);
  if (!type) throw notFound("Type");
  return presentType(type);
}

/** The differences, for the log. */
export function changesBetween<Row extends object>(before: Row, after: Row): Changes {
  const changed = (Object.keys(after) as (keyof Row & string)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, [before[key], after[key]]]));
}

/** The ids in their new order, with one of them moved to its place. */
export function placed(ids: string[], id: string, position: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}

import { fold } from "@kith/filter";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid, type FieldError } from "../../../kernel/errors.ts";
import { recordId } from "../operations.ts";
import type { CompanySchema } from "../../types/index.ts";
import type { RecordRow } from "../row.ts";
import * as store from "../store.ts";
import { findReferenced, idOf } from "./find-referenced.ts";

const MAX_SHOWN = 5;
/** Each is a search in every type. */
const MAX_EXPLAINED = 3;

/**
 * The records of references, of whatever type: by id, in the trash or not, or by email, phone or exact name, where they are looked for.
 * Throws one error for each that means none or several.
 */
export async function referAnywhere(
  call: Call<Member>,
  schema: CompanySchema,
  references: string[],
  { pointer, among = "live" }: { pointer: string; among?: "live" | "trash" },
): Promise<RecordRow[]> {
  const { tx, actor } = call;
  const names = references.filter((one) => idOf(one).length === 0);
  const meant = new Map<string, string[]>(references.map((one) => [one, idOf(one).map(([, id]) => id)]));
  const add = (name: string, ids: string[]) => meant.set(name, [...(meant.get(name) ?? []), ...ids]);
  if (names.length > 0 && among === "trash")
    for (const { folded, id } of await store.trashedByTitle(tx, actor.companyId, [...new Set(names.map(fold))]))
      for (const name of names.filter((one) => fold(one) === folded)) add(name, [id]);
  else if (names.length > 0)
    for (const type of schema.types)
      for (const [name, found] of await findReferenced(tx, actor.companyId, type.id, names))
        add(
          name,
          found.map(({ id }) => id),
        );
  const rows = new Map((await store.find(tx, actor.companyId, [...new Set([...meant.values()].flat())])).map((row) => [row.id, row]));
  const errors: FieldError[] = [];
  for (const [name, ids] of meant) {
    if (ids.length === 1 && rows.has(ids[0] ?? "")) continue;
    const found = ids.flatMap((id) => rows.get(id) ?? []);
    errors.push({ pointer, ...(await explain(call, schema, name, found, errors.length < MAX_EXPLAINED)) });
  }
  if (errors.length > 0) throw invalid(errors);
  return references.flatMap((one) => rows.get(meant.get(one)?.[0] ?? "") ?? []);
}

async function explain({ tx, actor }: Call<Member>, schema: CompanySchema, name: string, found: RecordRow[], isLooking: boolean) {
  const shown = JSON.stringify(name);
  const typeOf = (id: string) => schema.byId.get(id)?.key ?? "";
  if (found.length > 1) {
    const candidates = found.slice(0, MAX_SHOWN).map((row) => ({ id: recordId.encode(row.id), detail: typeOf(row.type_id) }));
    return { message: `${found.length} records are called ${shown}.`, hint: "Give the id of one of `candidates`.", candidates };
  }
  const close = [];
  if (isLooking && idOf(name).length === 0)
    for (const type of schema.types)
      for (const { id, title } of await store.similar(tx, actor.companyId, type.id, fold(name), 2))
        close.push({ id: recordId.encode(id), detail: `${type.key} ${title}` });
  return {
    message: idOf(name).length > 0 ? `${name} does not exist.` : `There is no record ${shown}.`,
    ...(close.length > 0
      ? { hint: "Give the id of one of `candidates`, which have similar names.", candidates: close.slice(0, MAX_SHOWN) }
      : { hint: "Search for it first." }),
  };
}

import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { readLinks } from "./present.ts";
import { complainOfReference, findReferenced } from "./references.ts";
import type { Links, RecordRow } from "./row.ts";
import * as store from "./store.ts";

type Referred = { id: string } | { complaint: { message: string; hint: string } };

/** What each reference means: one record, or a complaint that says how to name it. */
export async function referencesTo(call: Call<Member>, type: TypeDefinition, references: string[]): Promise<Map<string, Referred>> {
  const found =
    references.length > 0
      ? await findReferenced(call.tx, call.actor.companyId, type.id, references)
      : new Map<string, { id: string; title: string }[]>();
  return new Map(
    [...found].map(([name, candidates]) => [
      name,
      candidates.length === 1 && candidates[0]
        ? { id: candidates[0].id }
        : { complaint: complainOfReference(type.label, name, candidates) },
    ]),
  );
}

/** The records that references mean, in their order; a complaint for the first that means none or several. */
export async function referTo(call: Call<Member>, type: TypeDefinition, references: string[], pointer: string): Promise<RecordRow[]> {
  const found = await referencesTo(call, type, references);
  const ids = references.map((name) => {
    const one = found.get(name);
    if (!one || "complaint" in one) throw invalid([{ pointer, ...(one?.complaint ?? { message: "Record not found." }) }]);
    return one.id;
  });
  const rows = new Map((await store.find(call.tx, call.actor.companyId, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Records held for a change, each with what it is related to. */
export async function lockWithLinks(
  call: Call<Member>,
  schema: CompanySchema,
  ids: string[],
): Promise<Map<string, { row: RecordRow; links: Links }>> {
  if (ids.length === 0) return new Map();
  const rows = await store.lock(call.tx, call.actor.companyId, ids);
  const links = await readLinks(call.tx, call.actor.companyId, schema, rows);
  return new Map(rows.map((row) => [row.id, { row, links: links.get(row.id) ?? {} }]));
}

import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { explainReferences, type Explained } from "./explain-references.ts";
import { findReferenced, type Candidate } from "./find-referenced.ts";
import { readLinks } from "../links.ts";
import type { Links, RecordRow } from "../row.ts";
import * as store from "../store.ts";

interface Referred {
  ids: Map<string, string>;
  fieldErrors: Map<string, Explained>;
}

/** Resolves each reference to one record, or to a field error that says how to name it. */
export async function referencesTo(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  references: string[],
): Promise<Referred> {
  const { ids, failed } = await meantBy(call, type, references);
  return { ids, fieldErrors: failed.size > 0 ? await explainReferences(call, schema, type, failed) : new Map() };
}

/** The record of each reference; those that match none or several are returned separately. */
export async function meantBy(call: Call<Author>, type: TypeDefinition, references: string[]) {
  const found = references.length > 0 ? await findReferenced(call.tx, call.actor.companyId, type.id, references) : [];
  const ids = new Map<string, string>();
  const failed = new Map<string, Candidate[]>();
  for (const [name, candidates] of found) {
    const [one, ...others] = candidates;
    if (one && others.length === 0) ids.set(name, one.id);
    else failed.set(name, candidates);
  }
  return { ids, failed };
}

/** The records of references, in their order; throws a field error for the first that matches none or several. */
export async function referTo(
  call: Call<Author>,
  schema: CompanySchema,
  type: TypeDefinition,
  references: string[],
  pointer: string,
): Promise<RecordRow[]> {
  const { ids: meant, fieldErrors } = await referencesTo(call, schema, type, references);
  if (fieldErrors.size > 0) throw invalid([...fieldErrors.values()].map((fieldError) => ({ pointer, ...fieldError })));
  const ids = references.flatMap((name) => meant.get(name) ?? []);
  const rows = new Map((await store.find(call.tx, call.actor.companyId, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Records that are locked for a change, each with its links. */
export async function lockWithLinks(
  call: Call<Author>,
  schema: CompanySchema,
  ids: string[],
): Promise<Map<string, { row: RecordRow; links: Links }>> {
  if (ids.length === 0) return new Map();
  const rows = await store.lock(call.tx, call.actor.companyId, ids);
  const links = await readLinks(call.tx, call.actor.companyId, schema, rows);
  return new Map(rows.map((row) => [row.id, { row, links: links.get(row.id) ?? {} }]));
}

import { fold } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import type { Complaint } from "../../kernel/errors.ts";
import { memberId } from "../members/operations.ts";
import type { CompanySchema, FieldDefinition } from "../types/index.ts";
import { identifierFrom } from "./identifiers.ts";
import { recordId } from "./operations.ts";
import type { Values } from "./row.ts";
import * as store from "./store.ts";

/** One set of values on its way in, with where to complain about it. */
export interface Draft {
  values: Values;
  complaints: Complaint[];
  pointer: string;
}

/**
 * Turns what callers say of people and records (ids, emails, names, @me) into ids, for all drafts at once: a fixed number of
 * queries however many rows there are.
 */
export async function resolveReferences(
  tx: Tx,
  actor: Member,
  schema: CompanySchema,
  fields: FieldDefinition[],
  drafts: Draft[],
): Promise<void> {
  for (const field of fields) {
    const using = drafts.filter((draft) => draft.values[field.key] !== undefined && draft.values[field.key] !== null);
    if (using.length === 0) continue;
    if (field.kind === "user") await resolveUsers(tx, actor, field, using);
    if (field.kind === "relation") await resolveRelations(tx, actor, schema, field, using);
  }
}

async function resolveUsers(tx: Tx, actor: Member, field: FieldDefinition, drafts: Draft[]): Promise<void> {
  const people = await store.people(tx, actor.companyId);
  const byId = new Map(people.map((person) => [memberId.encode(person.id), person.id]));
  const byUuid = new Set(people.map((person) => person.id));
  for (const draft of drafts) {
    const given = String(draft.values[field.key]);
    const folded = given.toLowerCase();
    const named = people.filter((person) => person.email === folded || person.name.toLowerCase() === folded);
    const found = folded === "@me" ? actor.userId : (byId.get(given) ?? (byUuid.has(given) ? given : named[0]?.id));
    draft.values[field.key] = found ?? null;
    if (!found || named.length > 1) {
      const hint =
        named.length > 1
          ? "Several people have that name: give an email."
          : `There are ${people
              .slice(0, 20)
              .map((person) => person.name)
              .join(", ")}.`;
      draft.complaints.push({ pointer: `${draft.pointer}/${field.key}`, message: `There is no member ${JSON.stringify(given)}.`, hint });
    }
  }
}

async function resolveRelations(tx: Tx, actor: Member, schema: CompanySchema, field: FieldDefinition, drafts: Draft[]): Promise<void> {
  const other = field.relation ? schema.byKey.get(field.relation.type) : undefined;
  if (!other) return;
  const given = [...new Set(drafts.flatMap((draft) => draft.values[field.key] as string[]))];
  const candidates = await findReferenced(tx, actor.companyId, other.id, given);
  for (const draft of drafts) {
    const resolved: string[] = [];
    for (const one of draft.values[field.key] as string[]) {
      const found = candidates.get(one) ?? [];
      if (found.length === 1 && found[0]) resolved.push(found[0].id);
      else draft.complaints.push({ pointer: `${draft.pointer}/${field.key}`, ...complainOfReference(other.label, one, found) });
    }
    draft.values[field.key] = [...new Set(resolved)];
  }
}

interface Candidate {
  id: string;
  title: string;
}

/** Every record that a reference could mean, by reference. */
export async function findReferenced(tx: Tx, companyId: string, typeId: string, references: string[]): Promise<Map<string, Candidate[]>> {
  const ids = new Map(references.flatMap((one) => idOf(one)));
  const identifiers = new Map(references.flatMap((one) => identifierFrom(one) ?? []).map((one) => [one.value, one]));
  const named = references.filter((one) => !ids.has(one));
  const byId = ids.size > 0 ? (await store.titles(tx, companyId, [...ids.values()])).filter((row) => row.type_id === typeId) : [];
  const byIdentifier = identifiers.size > 0 ? await store.byIdentifier(tx, companyId, typeId, [...identifiers.keys()]) : [];
  const byTitle = named.length > 0 ? await store.byTitle(tx, companyId, typeId, [...new Set(named.map(fold))]) : [];
  const withId = Map.groupBy(byId, (row) => row.id);
  const withIdentifier = Map.groupBy(byIdentifier, (row) => row.value);
  const withTitle = Map.groupBy(byTitle, (row) => row.folded);

  return new Map(
    references.map((one): [string, Candidate[]] => {
      const id = ids.get(one);
      if (id) return [one, withId.get(id) ?? []];
      return [one, withIdentifier.get(identifierFrom(one)?.value ?? "") ?? withTitle.get(fold(one)) ?? []];
    }),
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function idOf(reference: string): [string, string][] {
  if (UUID.test(reference)) return [[reference, reference]];
  const shown = recordId.safeDecode(reference);
  return shown.success ? [[reference, shown.data]] : [];
}

export function complainOfReference(label: string, given: string, found: Candidate[]): { message: string; hint: string } {
  if (found.length === 0)
    return { message: `There is no ${label.toLowerCase()} ${JSON.stringify(given)}.`, hint: "Search for it first, or create it." };
  const ids = found.slice(0, 5).map((one) => recordId.encode(one.id));
  return { message: `${found.length} records are called ${JSON.stringify(given)}.`, hint: `Give an id: ${ids.join(", ")}.` };
}

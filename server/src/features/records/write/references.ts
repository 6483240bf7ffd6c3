import type { Author } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { FieldError } from "../../../kernel/errors.ts";
import { memberId } from "../../members/operations.ts";
import type { CompanySchema, FieldDefinition } from "../../types/index.ts";
import { explainReferences, type Explained } from "./explain-references.ts";
import { findReferenced } from "./find-referenced.ts";
import type { Values } from "../row.ts";
import * as store from "../store.ts";

/** One set of input values, with its errors and where they point. */
export interface Draft {
  values: Values;
  fieldErrors: FieldError[];
  pointer: string;
}

/**
 * Resolves references to people and records (ids, emails, names, @me) to ids, for all drafts at once: the number of queries does not
 * depend on the number of rows.
 */
export async function resolveReferences(
  tx: Tx,
  actor: Author,
  schema: CompanySchema,
  fields: FieldDefinition[],
  drafts: Draft[],
): Promise<void> {
  for (const field of fields) {
    const using = drafts.filter((draft) => draft.values[field.key] !== undefined && draft.values[field.key] !== null);
    if (using.length === 0) continue;
    if (field.shape === "person") await resolveUsers(tx, actor, field, using);
    if (field.shape === "record") await resolveRelations(tx, actor, schema, field, using);
  }
}

async function resolveUsers(tx: Tx, actor: Author, field: FieldDefinition, drafts: Draft[]): Promise<void> {
  const people = await store.people(tx, actor.companyId);
  const byId = new Map(people.map((person) => [memberId.encode(person.id), person.id]));
  const byUuid = new Set(people.map((person) => person.id));
  for (const draft of drafts) {
    const given = String(draft.values[field.key]);
    const folded = given.toLowerCase();
    const exact = people.filter((person) => person.email === folded || person.name.toLowerCase() === folded);
    const named = exact.length > 0 ? exact : people.filter((person) => person.name.toLowerCase().split(" ", 1)[0] === folded);
    const found =
      folded === "@me" && actor.kind === "member" ? actor.userId : (byId.get(given) ?? (byUuid.has(given) ? given : named[0]?.id));
    draft.values[field.key] = found ?? null;
    if (!found || named.length > 1) {
      const hint =
        named.length > 1
          ? "Several people have that name: give an email."
          : `There are ${people
              .slice(0, 20)
              .map((person) => person.name)
              .join(", ")}.`;
      draft.fieldErrors.push({ pointer: `${draft.pointer}/${field.key}`, message: `There is no member ${JSON.stringify(given)}.`, hint });
    }
  }
}

async function resolveRelations(tx: Tx, actor: Author, schema: CompanySchema, field: FieldDefinition, drafts: Draft[]): Promise<void> {
  const other = field.relation ? schema.byKey.get(field.relation.type) : undefined;
  if (!other) return;
  const given = [...new Set(drafts.flatMap((draft) => draft.values[field.key] as string[]))];
  const candidates = await findReferenced(tx, actor.companyId, other.id, given);
  const failed = new Map([...candidates].filter(([, found]) => found.length !== 1));
  const explained = failed.size > 0 ? await explainReferences({ actor, tx }, schema, other, failed) : new Map<string, Explained>();
  for (const draft of drafts) {
    const resolved: string[] = [];
    for (const one of draft.values[field.key] as string[]) {
      const [found] = candidates.get(one) ?? [];
      const reason = explained.get(one);
      if (reason) draft.fieldErrors.push({ pointer: `${draft.pointer}/${field.key}`, ...reason });
      else if (found) resolved.push(found.id);
    }
    draft.values[field.key] = [...new Set(resolved)];
  }
}

import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { listRecords } from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";

const MAX_SHOWN = 10;

/** The records that refer to one, such as the contacts and deals of an organization: how many, and the latest of each relation. */
export async function relatedTo(call: Call<Member>, schema: CompanySchema, cursors: Cursors, type: TypeDefinition | undefined, id: string) {
  const related: Record<string, { count: number; latest: object[] }> = {};
  for (const { key, place, relation } of type?.fields ?? []) {
    const other = relation?.inverse && place.kind === "links" && place.direction === "in" ? schema.byKey.get(relation.type) : undefined;
    if (!other) continue;
    const page = await listRecords(call, schema, cursors, other, {
      filter: `${relation?.inverse}:${recordId.encode(id)}`,
      sort: "-updated_at",
      fields: identifyingFields(other),
      count: "estimate",
      limit: MAX_SHOWN,
    });
    const latest = page.items.map((one) => ({ id: recordId.encode(one.id), title: one.title, values: filled(one.values) }));
    if (latest.length > 0) related[key] = { count: page.count?.value ?? latest.length, latest };
  }
  return related;
}

/** What a summary needs of a record: its stage, amount and date, and how to reach it. */
function identifyingFields({ fields, stageField, amountField, dateField }: TypeDefinition): string[] {
  const roles = new Set([stageField, amountField, dateField]);
  return fields.filter(({ key, kind }) => roles.has(key) || KINDS[kind].identifier === "email").map(({ key }) => key);
}

const filled = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));

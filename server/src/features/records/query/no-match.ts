import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { raw, sql, toQuery } from "../../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { takeApart, type FilterCondition } from "./conditions.ts";
import { literal } from "./sort.ts";

const MAX_HINTS = 3;
const MAX_VALUES = 12;
const MAX_CHARACTERS = 60;
/** Enough to know how a field is written; a large company has millions. */
const LOOKED_AT = 2_000;

/**
 * A filter found nothing: for each condition on a short text that no record meets, the values that the field has. "Poland" finds
 * nothing where PL is stored, and an empty list says nothing about why.
 */
export async function explainNoMatch(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, filter: string | undefined) {
  const taken = filter ? await takeApart(call, schema, type, filter) : { conditions: [] };
  if ("broken" in taken) return [];
  const hints = [];
  for (const condition of taken.conditions.filter(isOfShortText).slice(0, MAX_HINTS)) {
    const key = condition.field?.key ?? "";
    const values = (await isMet(call, type, condition)) ? [] : await commonValues(call, type, key);
    if (values.length > 0)
      hints.push({ field: key, message: `No ${type.label.toLowerCase()} matches ${condition.text}. Some have these values.`, values });
  }
  return hints;
}

const isOfShortText = ({ field, path }: FilterCondition) =>
  path?.length === 1 && field?.shape === "text" && field.place.kind === "data" && !field.isList && !KINDS[field.kind].isLong;

async function isMet({ tx, actor }: Call<Member>, type: TypeDefinition, condition: FilterCondition): Promise<boolean> {
  const { text, values } = toQuery(sql`select 1 from company_records r
    where r.company_id = ${actor.companyId} and r.type_id = ${type.id} and r.deleted_at is null and ${condition.sql} limit 1`);
  return (await tx.query(text, values)).length > 0;
}

/** The values that the latest records have in a field, the most frequent first. */
async function commonValues({ tx, actor }: Call<Member>, type: TypeDefinition, key: string): Promise<string[]> {
  const { text, values } = toQuery(sql`select left(value, ${MAX_CHARACTERS}) as value from (
      select r.data ->> ${raw(literal(key))} as value from company_records r
      where r.company_id = ${actor.companyId} and r.type_id = ${type.id} and r.deleted_at is null order by r.updated_at desc limit ${LOOKED_AT}) as latest
    where value is not null group by 1 order by count(*) desc, 1 limit ${MAX_VALUES}`);
  return (await tx.query<{ value: string }>(text, values)).map((row) => row.value);
}

import { fold } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { join, raw, sql, toQuery, type Sql } from "../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { escapeLike } from "./like.ts";
import { foldedText } from "./sort.ts";
import * as store from "./store.ts";

interface FoundRow {
  id: string;
  type_id: string;
  title: string;
  data: Record<string, unknown>;
}

const CANDIDATES = 200;
const TRIGRAM = 3;

/** Finds as you type: every word contained, best titles first; when that finds nothing, words that are nearly so. */
export async function searchRecords(
  call: Call<Member>,
  schema: CompanySchema,
  types: TypeDefinition[] | undefined,
  query: string,
  limit: number,
) {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, 8);
  const exact = await candidates(call, types, join(words.map(contains), " and ", "true"), query, limit);
  const isFuzzy = exact.length === 0 && fold(query).length > TRIGRAM;
  const found = isFuzzy ? await candidates(call, types, sql`${fold(query)} <% r.search`, query, limit) : exact;
  const details = await detailsOf(call, schema, found);
  return found.map(({ id, type_id: typeId, title }) => ({
    id,
    type: schema.byId.get(typeId)?.key ?? "",
    title,
    detail: details.get(id) ?? "",
  }));
}

/** A word too short for trigrams is looked for at the start of the title, where an ordinary index helps. */
function contains(word: string): Sql {
  if (word.length < TRIGRAM) return sql`${foldedText(raw("r.title"))} like ${`${escapeLike(word)}%`}`;
  return sql`r.search like ${`%${escapeLike(word)}%`}`;
}

async function candidates(
  call: Call<Member>,
  types: TypeDefinition[] | undefined,
  condition: Sql,
  query: string,
  limit: number,
): Promise<FoundRow[]> {
  const ofTypes = types
    ? sql`and r.type_id = any(${types.map((type) => type.id)}::uuid[])`
    : sql`and r.type_id not in (select t.id from record_types t where t.company_id = ${call.actor.companyId} and t.retired_at is not null)`;
  const folded = fold(query);
  const { text, values } = toQuery(sql`
    select id, type_id, title, data from (
      select r.id, r.type_id, r.title, r.data, r.updated_at from company_records r
      where r.company_id = ${call.actor.companyId} and r.deleted_at is null ${ofTypes} and ${condition} limit ${CANDIDATES}
    ) as found
    order by fold(title) = ${folded} desc, fold(title) like ${`${escapeLike(folded)}%`} desc, similarity(title, ${folded}) desc, updated_at desc, id
    limit ${limit}`);
  return call.tx.query<FoundRow>(text, values);
}

/** What tells each apart: an address or a text of its own, or else the name of the one it is for. */
async function detailsOf(call: Call<Member>, schema: CompanySchema, rows: FoundRow[]): Promise<Map<string, string>> {
  const details = new Map(rows.map((row) => [row.id, tellingText(schema.byId.get(row.type_id), row)]));
  const bare = rows.filter((row) => details.get(row.id) === "");
  if (bare.length === 0) return details;
  const ids = bare.map((row) => row.id);
  const linked = await store.linked(call.tx, call.actor.companyId, ids, "out");
  for (const row of bare) {
    const fieldId = forWhom(schema.byId.get(row.type_id));
    const other = linked.find((link) => link.of_id === row.id && link.field_id === fieldId);
    if (other) details.set(row.id, other.title);
  }
  return details;
}

/** The relation to one other record, as a deal has to its organization. */
function forWhom(type: TypeDefinition | undefined): string | undefined {
  for (const { place, isMulti } of type?.fields ?? [])
    if (place.kind === "links" && place.direction === "out" && !isMulti) return place.fieldId;
  return undefined;
}

function tellingText(type: TypeDefinition | undefined, row: FoundRow): string {
  const telling = type?.fields.find(
    (field) => field.place.kind === "data" && ["email", "url", "phone", "text"].includes(field.kind) && row.data[field.key],
  );
  const value = telling ? row.data[telling.key] : undefined;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "string" ? first : "";
}

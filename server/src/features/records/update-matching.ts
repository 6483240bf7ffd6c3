import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid } from "../../kernel/errors.ts";
import { sql, toQuery } from "../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { MAX_BATCH } from "./operations.ts";
import { conditionFor } from "./query/filter.ts";
import { lockWithLinks } from "./write/refer.ts";
import { planRecords, writeRecords } from "./write/save.ts";
import { refuseTooMuch, textIn } from "./write/text-size.ts";

interface Wanted {
  filter: string;
  values: Record<string, unknown>;
  count?: number | undefined;
  dry_run: boolean;
}

const MAX_SHOWN = 10;

/** Sets values on all records that match a filter, or on none. The caller confirms how many they are, so that no filter hits more than meant. */
export async function updateMatching(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted) {
  if (!wanted.dry_run && wanted.count === undefined)
    throw invalid([
      { pointer: "/count", message: '"count" is missing.', hint: "Call with dry_run: true first, then with the count it returned." },
    ]);
  const first = await findMatching(call, schema, type, wanted.filter);
  const ids = first.map((one) => one.id);
  if (ids.length > MAX_BATCH)
    throw conflict("too_many_matches", `More than ${MAX_BATCH} records match. Narrow the filter and change them in parts.`);
  // Before they are read: records with much text would fill the memory.
  const given = textIn(wanted.values);
  refuseTooMuch(first.map((one) => one.characters + 2 * given));
  const locked = await lockWithLinks(call, schema, ids);
  // Asked again behind the locks: what was changed meanwhile may not match any more.
  const matching = new Set((await findMatching(call, schema, type, wanted.filter)).map((one) => one.id));
  const found = ids.flatMap((id) => locked.get(id) ?? []).filter(({ row }) => matching.has(row.id) && !row.deleted_at);
  if (!wanted.dry_run && wanted.count !== found.length)
    throw conflict(
      "count_differs",
      `${found.length} records match, not ${wanted.count}. Nothing was changed: look at them, then send the new count.`,
    );
  const planned = await planRecords(
    call,
    schema,
    type,
    found.map((old) => ({ old, given: wanted.values, pointer: "/values" })),
  );
  // The same value is wrong for the same reason in each of them.
  const refused = planned.find((one) => one.fieldErrors.length > 0);
  if (refused) throw invalid(refused.fieldErrors.map(({ pointer, message, hint }) => ({ pointer, message, ...(hint ? { hint } : {}) })));
  const changed = planned.filter((one) => Object.keys(one.changes).length > 0);
  if (!wanted.dry_run) await writeRecords(call, schema, type, changed);
  return {
    operation_id: wanted.dry_run || changed.length === 0 ? null : call.operationId,
    count: found.length,
    changed: changed.length,
    records: found.slice(0, MAX_SHOWN).map(({ row }) => ({ id: row.id, title: row.title })),
  };
}

/** What matches, and how many characters each record has at least: PostgreSQL knows the bytes of `search` without reading it. */
async function findMatching(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, filter: string) {
  const condition = await conditionFor(call, schema, type, filter);
  const { text, values } = toQuery(sql`select r.id, octet_length(r.search) / 3 as characters from company_records r
    where r.company_id = ${call.actor.companyId} and r.type_id = ${type.id} and ${condition} order by r.id limit ${MAX_BATCH + 1}`);
  return call.tx.query<{ id: string; characters: number }>(text, values);
}

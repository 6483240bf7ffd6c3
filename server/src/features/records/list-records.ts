import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Cursors } from "../../kernel/page.ts";
import { join, raw, sql, toQuery, type Sql } from "../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { countRecords, type CountMode } from "./count-records.ts";
import { conditionFor } from "./filter.ts";
import { presentRecords } from "./present.ts";
import type { RecordRow } from "./row.ts";
import { readSort, type Sort } from "./sort.ts";

interface Wanted {
  filter?: string | undefined;
  sort?: string | undefined;
  fields?: string[] | undefined;
  count: CountMode;
  limit: number;
  cursor?: string | undefined;
}

/** Where a page ended: in which part of the list, at which value, at which record. */
interface Position {
  part: "valued" | "empty";
  value: string | null;
  id: string;
}

const COLUMNS =
  "r.id, r.type_id, r.title, r.owner_id, r.stage, r.amount, r.due_at, r.data, r.version, r.created_at, r.updated_at, r.deleted_at";

/** A page of records. Paging is by position, never by offset: the millionth page costs what the first does. */
export async function listRecords(call: Call<Member>, schema: CompanySchema, cursors: Cursors, type: TypeDefinition, wanted: Wanted) {
  const { companyId } = call.actor;
  const sort = readSort(type, wanted.sort);
  const filter = await conditionFor(call, schema, type, wanted.filter);
  const list = `records\n${type.id}\n${wanted.filter ?? ""}\n${wanted.sort ?? ""}`;
  const start = wanted.cursor ? (JSON.parse(cursors.open(companyId, list, wanted.cursor)) as Position) : undefined;
  const rows = await readPage(call, type, filter, sort, start, wanted.limit + 1);

  const shown = rows.slice(0, wanted.limit);
  const last = shown.at(-1);
  return {
    items: await presentRecords(call.tx, companyId, schema, shown, wanted.fields),
    next_cursor: rows.length > wanted.limit && last ? cursors.seal(companyId, list, JSON.stringify(positionOf(last))) : null,
    count: wanted.count === "none" ? null : await countRecords(call.tx, companyId, type, filter, wanted.count),
  };
}

type PlacedRow = RecordRow & { sort_value: string | null };

const positionOf = ({ sort_value: value, id }: PlacedRow): Position => ({ part: value === null ? "empty" : "valued", value, id });

/** First the records that have a value to sort by, then those that have none: whichever way the sort goes, blanks come last. */
async function readPage(
  call: Call<Member>,
  type: TypeDefinition,
  filter: Sql,
  sort: Sort,
  start: Position | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  const valued = start?.part === "empty" ? [] : await readPart(call, type, filter, sort, "valued", start, limit);
  if (!sort.isNullable || valued.length >= limit) return valued;
  const rest = await readPart(call, type, filter, sort, "empty", start?.part === "empty" ? start : undefined, limit - valued.length);
  return [...valued, ...rest];
}

async function readPart(
  call: Call<Member>,
  type: TypeDefinition,
  filter: Sql,
  sort: Sort,
  part: Position["part"],
  start: Position | undefined,
  limit: number,
) {
  const direction = raw(sort.isDescending ? "desc" : "asc");
  const beyond = raw(sort.isDescending ? "<" : ">");
  const conditions: Sql[] = [sql`r.company_id = ${call.actor.companyId}`, sql`r.type_id = ${type.id}`, filter];
  if (part === "empty") conditions.push(sql`${sort.expression} is null`);
  else if (sort.isNullable) conditions.push(sql`${sort.expression} is not null`);
  if (start && part === "empty") conditions.push(sql`r.id ${beyond} ${start.id}::uuid`);
  if (start && part === "valued")
    conditions.push(sql`(${sort.expression}, r.id) ${beyond} (${start.value}::text::${sort.cast}, ${start.id}::uuid)`);
  const order = part === "empty" ? sql`r.id ${direction}` : sql`${sort.expression} ${direction}, r.id ${direction}`;
  // Microseconds matter to a position; a JavaScript Date would cut them off, so the value travels as text.
  const { text, values } = toQuery(sql`select ${raw(COLUMNS)}, ${part === "empty" ? raw("null") : sort.expression}::text as sort_value
    from records r where ${join(conditions, " and ", "true")} order by ${order} limit ${limit}`);
  return call.tx.query<PlacedRow>(text, values);
}

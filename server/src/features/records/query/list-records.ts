import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { bytesIn } from "../../../platform/bytes-in.ts";
import { readPage, type Cursors } from "../../../platform/cursors.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { countRecords, type CountMode } from "./count-records.ts";
import { readCondition } from "./filter.ts";
import { explainNoMatch } from "./no-match.ts";
import { watchList } from "./own-indexes.ts";
import type { RelatedNamesColumn, RowWithNames } from "../related-names.ts";
import { showRecords, shownOf } from "../present.ts";
import { COLUMNS, LAST_ACTIVITY } from "../row.ts";
import { beyond, type Position } from "./position.ts";
import { readSort, type Order, type Sort } from "./sort.ts";

interface Wanted {
  filter?: string | undefined;
  sort?: string | undefined;
  fields?: string[] | undefined;
  count: CountMode;
  limit: number;
  cursor?: string | undefined;
}

/** A page of records. Paging is by position, never by offset: the millionth page costs the same as the first. */
export async function listRecords(call: Call<Member>, schema: CompanySchema, cursors: Cursors, type: TypeDefinition, wanted: Wanted) {
  const { companyId } = call.actor;
  const sort = readSort(type, wanted.sort);
  const { condition: filter, compared } = await readCondition(call, schema, type, wanted.filter);
  const list = listName(type.id, wanted.filter, wanted.sort);
  const { relatedNames } = shownOf(type, wanted.fields);
  const read = (after: string | undefined, limit: number) => {
    const start = after ? (JSON.parse(after) as Position) : undefined;
    return watchList(call, type, [sort[0].field, ...compared], () => readRows(call, type, { filter, sort, relatedNames }, start, limit));
  };
  const shownKeys = wanted.fields && dataKeys(type, wanted.fields);
  const bytesOf = ({ data }: PlacedRow) => bytesIn(data, shownKeys);
  const page = await readPage(cursors, companyId, list, wanted, read, (row) => JSON.stringify(positionOf(row)), bytesOf);
  const count = wanted.count === "none" ? null : await countRecords(call.tx, companyId, type, filter, wanted.count);
  const hints = page.items.length === 0 && !wanted.cursor ? await explainNoMatch(call, schema, type, wanted.filter) : [];
  return {
    items: showRecords(schema, page.items, wanted.fields),
    next_cursor: page.next_cursor,
    count,
    ...(hints.length > 0 ? { hints } : {}),
  };
}

/** The keys under which the chosen fields are stored. */
const dataKeys = (type: TypeDefinition, fields: string[]) =>
  type.fields.flatMap(({ key, place }) => (place.kind === "data" && fields.includes(key) ? key : []));

/** What a cursor is bound to. As JSON: joined as plain text, the end of a filter could look like the start of a sort. */
export const listName = (typeId: string, filter = "", sort = "") => JSON.stringify(["records by position", typeId, filter, sort]);

/** As JSON text: only the position of a page's last row is read. */
type PlacedRow = RowWithNames & { sort_values: string };

function positionOf({ sort_values: text, id }: PlacedRow): Position {
  const values = JSON.parse(text) as (string | null)[];
  return { part: values[0] === null ? "empty" : "valued", values, id };
}

interface Page {
  filter: Sql;
  sort: Sort;
  relatedNames: RelatedNamesColumn;
}

/** First the records that have a value to sort by, then those without: blanks come last in both directions. */
async function readRows(
  call: Call<Member>,
  type: TypeDefinition,
  page: Page,
  start: Position | undefined,
  limit: number,
): Promise<PlacedRow[]> {
  const valued = start?.part === "empty" ? [] : await readPart(call, type, page, "valued", start, limit);
  if (!page.sort[0].isNullable || valued.length >= limit) return valued;
  const rest = await readPart(call, type, page, "empty", start?.part === "empty" ? start : undefined, limit - valued.length);
  return [...valued, ...rest];
}

async function readPart(
  call: Call<Member>,
  type: TypeDefinition,
  { filter, sort, relatedNames }: Page,
  part: Position["part"],
  start: Position | undefined,
  limit: number,
) {
  const [first, ...others] = sort;
  const conditions: Sql[] = [sql`r.company_id = ${call.actor.companyId}`, sql`r.type_id = ${type.id}`, filter];
  if (part === "empty") conditions.push(sql`${first.expression} is null`);
  else if (first.isNullable) conditions.push(sql`${first.expression} is not null`);
  if (start) conditions.push(beyond(sort, part, start));
  // A position needs microseconds, which a JavaScript Date would cut off. So the values are read as text.
  const texts = sort.map((order, at) => (at === 0 && part === "empty" ? raw("null::text") : sql`${order.expression}::text`));
  const found = sql`select company_id, ${raw(COLUMNS)}, array[${join(texts, ", ", "")}] as sort_values
    from company_records r where ${join(conditions, " and ", "true")} order by ${orderBy(part === "empty" ? others : sort, first)} limit ${limit}`;
  // Related names are read after the page is found: in the inner query they would influence how PostgreSQL plans the search.
  const { text, values } = toQuery(
    sql`select ${raw(COLUMNS)}, ${raw(LAST_ACTIVITY)}, to_json(sort_values)::text as sort_values, ${relatedNames.column} from (${found}) as r`,
  );
  return call.tx.query<PlacedRow>(text, values);
}

const direction = ({ isDescending }: Order) => raw(isDescending ? "desc" : "asc");

/** The first field is never blank in its part, so its index gives the order; blanks of the other fields come last. */
function orderBy(orders: readonly Order[], first: Order): Sql {
  const terms = orders.map((order) => sql`${order.expression} ${direction(order)}${raw(order === first ? "" : " nulls last")}`);
  return join([...terms, sql`r.id ${direction(first)}`], ", ", "");
}

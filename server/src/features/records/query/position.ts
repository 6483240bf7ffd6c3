import { join, raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import type { Order, Sort } from "./sort.ts";

/** Where a page ended: the part of the list, the sort values, and the record. */
export interface Position {
  part: "valued" | "empty";
  values: (string | null)[];
  id: string;
}

/** The records after a position. For one field it is a comparison of pairs, for which an index starts at the right place. */
export function beyond(sort: Sort, part: Position["part"], { values, id }: Position): Sql {
  const [first, ...others] = sort;
  const further = raw(first.isDescending ? "<" : ">");
  const byId = sql`r.id ${further} ${id}::uuid`;
  if (part === "empty") return after(others, values.slice(1), byId);
  const value = valueOf(first, values[0]);
  if (others.length === 0) return sql`(${first.expression}, r.id) ${further} (${value}, ${id}::uuid)`;
  // The first half lets an index on the first field start where the page before ended.
  return sql`${first.expression} ${further}= ${value} and (${first.expression} ${further} ${value} or ${after(others, values.slice(1), byId)})`;
}

/** After the position by these fields, or equal in all of them and after it by id. Blanks come last. */
function after(orders: readonly Order[], values: readonly (string | null)[], byId: Sql): Sql {
  const [order, ...others] = orders;
  if (!order) return byId;
  const rest = after(others, values.slice(1), byId);
  if (values[0] === null) return sql`(${order.expression} is null and ${rest})`;
  const value = valueOf(order, values[0]);
  const steps = [
    sql`${order.expression} ${raw(order.isDescending ? "<" : ">")} ${value}`,
    sql`(${order.expression} = ${value} and ${rest})`,
    ...(order.isNullable ? [sql`${order.expression} is null`] : []),
  ];
  return sql`(${join(steps, " or ", "false")})`;
}

const valueOf = (order: Order, value: string | null | undefined) => sql`${value}::text::${order.cast}`;

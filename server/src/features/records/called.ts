import type { Tx } from "../../kernel/database.ts";
import { join, raw, sql, toQuery, type Sql } from "../../platform/postgres/sql.ts";
import type { FieldDefinition } from "../types/index.ts";
import { COLUMNS, type RecordRow } from "./row.ts";

/** What the people and records that a record names are called. Records in the trash are left out. */
export interface Called {
  out?: Link[] | null;
  in?: Link[] | null;
  people?: Record<string, string> | null;
}

type Link = [fieldId: string, id: string, title: string];

export type CalledRow = RecordRow & { called: Called };

/** A column that is read with the records `r` themselves, so that showing them asks nothing more; only what the fields need is in it. */
export interface CalledColumn {
  column: Sql;
  /** The parts that it has: columns that have the same are the same text. */
  parts: string;
}

const linked = (own: string, far: string) =>
  raw(`(select jsonb_agg(jsonb_build_array(l.field_id, o.id, o.title))
    from record_links l join records o on o.company_id = l.company_id and o.id = l.${far} and o.deleted_at is null
    where l.company_id = r.company_id and l.${own} = r.id)`);

const people = (which: Sql) =>
  sql`(select jsonb_object_agg(u.id, u.name) from users u where u.company_id = r.company_id and u.id = ${which})`;

const PART = {
  out: { name: "out", value: linked("from_id", "to_id") },
  in: { name: "in", value: linked("to_id", "from_id") },
  owner: { name: "people", value: people(raw("r.owner_id")) },
};

/** Related records only, seen from the side that names them. */
export const RELATED_ONLY = columnOf([PART.out]);

export function calledColumn(fields: readonly FieldDefinition[]): CalledColumn {
  const has = (direction: "in" | "out") => fields.some(({ place }) => place.kind === "links" && place.direction === direction);
  const users = fields.filter((field) => field.shape === "person");
  const keys = users.filter(({ place }) => place.kind === "data").map((field) => field.key);
  const named = sql`any(array(select (r.data ->> key)::uuid from unnest(${keys}::text[]) as key) || r.owner_id)`;
  const persons = keys.length > 0 ? { name: "people", value: people(named) } : PART.owner;
  return columnOf([...(has("out") ? [PART.out] : []), ...(has("in") ? [PART.in] : []), ...(users.length > 0 ? [persons] : [])]);
}

function columnOf(parts: { name: string; value: Sql }[]): CalledColumn {
  const pairs = parts.map(({ name, value }) => sql`${raw(`'${name}'`)}, ${value}`);
  const column = sql`jsonb_build_object(${join(pairs, ", ", "")}) as called`;
  return { column, parts: [...parts.map(({ name }) => name), column.values.length].join("_") };
}

/** One record is asked for as one, as everywhere: PostgreSQL keeps no plan for a list of unknown length. */
export function findCalled(tx: Tx, companyId: string, ids: string[], { column, parts }: CalledColumn): Promise<CalledRow[]> {
  const [first] = ids;
  const which = ids.length === 1 ? sql`= ${first}::uuid` : sql`= any(${ids}::uuid[])`;
  const { text, values } = toQuery(sql`select ${raw(COLUMNS)}, ${column} from records r where company_id = ${companyId} and id ${which}`);
  return tx.query<CalledRow>({ name: `records.called_${ids.length === 1 ? "one" : "many"}_${parts}`, text }, values);
}

import type { Tx } from "../../kernel/database.ts";
import { join, raw, sql, toQuery, type Sql } from "../../platform/postgres/sql.ts";
import type { FieldDefinition } from "../types/index.ts";
import { COLUMNS, LAST_ACTIVITY, type RecordRow } from "./row.ts";

/** The names of a record's people and related records. Records in the trash are left out. */
export interface RelatedNames {
  out?: Link[] | null;
  in?: Link[] | null;
  people?: Record<string, string> | null;
}

type Link = [fieldId: string, id: string, title: string];

export type RowWithNames = RecordRow & { relatedNames: RelatedNames };

/** A column that is read together with the records `r`, so that showing them needs no other query. It holds only what the fields need. */
export interface RelatedNamesColumn {
  column: Sql;
  /** Names its parts: columns with the same parts have the same SQL text, so they can share a prepared statement. */
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

/** Related records only, in the direction of the field. */
export const RELATED_ONLY = columnOf([PART.out]);

export function relatedNamesColumn(fields: readonly FieldDefinition[]): RelatedNamesColumn {
  const has = (direction: "in" | "out") => fields.some(({ place }) => place.kind === "links" && place.direction === direction);
  const users = fields.filter((field) => field.shape === "person");
  const keys = users.filter(({ place }) => place.kind === "data").map((field) => field.key);
  const named = sql`any(array(select (r.data ->> key)::uuid from unnest(${keys}::text[]) as key) || r.owner_id)`;
  const persons = keys.length > 0 ? { name: "people", value: people(named) } : PART.owner;
  return columnOf([...(has("out") ? [PART.out] : []), ...(has("in") ? [PART.in] : []), ...(users.length > 0 ? [persons] : [])]);
}

function columnOf(parts: { name: string; value: Sql }[]): RelatedNamesColumn {
  const pairs = parts.map(({ name, value }) => sql`${raw(`'${name}'`)}, ${value}`);
  const column = sql`jsonb_build_object(${join(pairs, ", ", "")}) as "relatedNames"`;
  return { column, parts: [...parts.map(({ name }) => name), column.values.length].join("_") };
}

/** A single record has a statement of its own: PostgreSQL keeps no plan for a list of unknown length. */
export function findWithNames(tx: Tx, companyId: string, ids: string[], { column, parts }: RelatedNamesColumn): Promise<RowWithNames[]> {
  const [first] = ids;
  const which = ids.length === 1 ? sql`= ${first}::uuid` : sql`= any(${ids}::uuid[])`;
  const { text, values } = toQuery(
    sql`select ${raw(COLUMNS)}, ${raw(LAST_ACTIVITY)}, ${column} from records r where company_id = ${companyId} and id ${which}`,
  );
  return tx.query<RowWithNames>({ name: `records.related_names_${ids.length === 1 ? "one" : "many"}_${parts}`, text }, values);
}

import type { Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";

/** What a view of conversations says in place of a record type: a queue of the inbox. */
export const CONVERSATION = "conversation";

export interface ViewRow {
  id: string;
  type: string;
  owner: { id: string; name: string };
  name: string;
  filter: string;
  sort: string;
  columns: string[];
  widths: Record<string, number>;
  group_by: string;
  layout: "table" | "board";
  is_shared: boolean;
  position: number;
  created_at: Date;
}

const SELECT = `select v.id, coalesce(t.key, '${CONVERSATION}') as type, json_build_object('id', u.id, 'name', u.name) as owner, v.name, v.filter, v.sort, v.columns,
    v.widths, v.group_by, v.layout, v.is_shared,
    v.position, v.created_at
  from saved_views v
  left join record_types t on t.company_id = v.company_id and t.id = v.type_id
  join users u on u.company_id = v.company_id and u.id = v.owner_id
  where v.company_id = $1 and (v.owner_id = $2 or v.is_shared)`;

/** Where a page of views ends. */
export interface Place {
  position: number;
  id: string;
}

/** Of which type; null: of conversations; undefined: of all. */
type OfType = string | null | undefined;

/** The views this user may see: their own and the shared ones, after a place in their order. */
export const list = (tx: Tx, companyId: string, userId: string, of: OfType, after: Place | undefined, rows: number) =>
  tx.query<ViewRow>(
    `${SELECT} and ($3 or v.type_id is not distinct from $4::uuid) and ($5::int is null or (v.position, v.id) > ($5, $6::uuid))
     order by v.position, v.id limit $7`,
    [companyId, userId, of === undefined, of ?? null, after?.position ?? null, after?.id ?? null, rows],
  );

export async function find(tx: Tx, companyId: string, userId: string, id: string): Promise<ViewRow | undefined> {
  const [row] = await tx.query<ViewRow>(`${SELECT} and v.id = $3 for update of v`, [companyId, userId, id]);
  return row;
}

const SHOWN = ["is_shared", "name", "filter", "sort", "columns", "widths", "group_by", "layout", "position"] as const;

const INSERT = namedStatement(
  "views.insert",
  ["company", "id", "type", "owner", "created_at", ...SHOWN],
  `insert into saved_views (company_id, id, type_id, owner_id, is_shared, name, filter, sort, columns, widths, group_by, layout, position, created_at)
   values (:company, :id, :type, :owner, :is_shared, :name, :filter, :sort, :columns, :widths, :group_by, :layout, :position, :created_at)`,
);

export async function insert(tx: Tx, companyId: string, typeId: string | null, row: ViewRow): Promise<void> {
  const given = { ...row, company: companyId, type: typeId, owner: row.owner.id, columns: JSON.stringify(row.columns) };
  await tx.query(INSERT.statement, INSERT.values(given));
}

const UPDATE = namedStatement(
  "views.update",
  ["company", "id", ...SHOWN],
  `update saved_views set is_shared = :is_shared, name = :name, filter = :filter, sort = :sort, columns = :columns, widths = :widths,
     group_by = :group_by, layout = :layout, position = :position
   where company_id = :company and id = :id`,
);

export async function update(tx: Tx, companyId: string, row: ViewRow): Promise<void> {
  await tx.query(UPDATE.statement, UPDATE.values({ ...row, company: companyId, columns: JSON.stringify(row.columns) }));
}

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from saved_views where company_id = $1 and id = $2", [companyId, id]);

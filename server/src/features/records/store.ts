import { statement, type Tx } from "../../kernel/database.ts";
import type { Identifier } from "./write/identifiers.ts";
import { COLUMNS, type RecordRow } from "./row.ts";
import { lockKey } from "../../platform/postgres/lock-spaces.ts";

/**
 * A statement about records by their ids; `sql` gets the condition on the id. Nearly always there is one id, with a statement of its
 * own: for a list of unknown length PostgreSQL plans again every time, which takes longer than the look-up (bench:records, get cpu).
 */
function aboutIds<Row>(name: string, sql: (isOneOfIds: string) => string) {
  const one = statement(`${name}_one`, sql("= $2::uuid"));
  const many = statement(name, sql("= any($2::uuid[])"));
  return (tx: Tx, companyId: string, ids: string[]) =>
    ids.length === 1 ? tx.query<Row>(one, [companyId, ids[0]]) : tx.query<Row>(many, [companyId, ids]);
}

export const find = aboutIds<RecordRow>("records.find", (ids) => `select ${COLUMNS} from records where company_id = $1 and id ${ids}`);

/** Locks the records until the change is written. Writers of one record wait for each other; readers and new links to it do not. */
export const lock = aboutIds<RecordRow>(
  "records.lock",
  (ids) => `select ${COLUMNS} from records where company_id = $1 and id ${ids} order by id for no key update`,
);

const ROW = `id uuid, type_id uuid, title text, owner_id uuid, stage text, amount numeric, due_at timestamptz, data jsonb, search text, folded jsonb, foreign_money jsonb, version integer,
  created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, stage_entered_at timestamptz, won_at timestamptz, lost_at timestamptz`;
const INSERT = statement(
  "records.insert",
  `insert into records (company_id, id, type_id, title, owner_id, stage, amount, due_at, data, search, folded, foreign_money, version, created_at, updated_at,
     stage_entered_at, won_at, lost_at)
   select $1, r.id, r.type_id, r.title, r.owner_id, r.stage, r.amount, r.due_at, r.data, r.search, r.folded, r.foreign_money, r.version, r.created_at, r.updated_at,
     r.stage_entered_at, r.won_at, r.lost_at
   from jsonb_to_recordset($2::jsonb) as r (${ROW})`,
);
const UPDATE = statement(
  "records.update",
  `update records set title = r.title, owner_id = r.owner_id, stage = r.stage, amount = r.amount, due_at = r.due_at, data = r.data, search = r.search, folded = r.folded, foreign_money = r.foreign_money,
     version = r.version, updated_at = r.updated_at, deleted_at = r.deleted_at,
     stage_entered_at = r.stage_entered_at, won_at = r.won_at, lost_at = r.lost_at
   from jsonb_to_recordset($2::jsonb) as r (${ROW})
   where records.company_id = $1 and records.id = r.id`,
);
const forgetIdentifiers = aboutIds(
  "records.forget_identifiers",
  (ids) => `delete from record_identifiers where company_id = $1 and record_id ${ids}`,
);
// No conflicts are possible: the values have no duplicates, and the old ones were deleted before.
const ADD_IDENTIFIERS = statement(
  "records.add_identifiers",
  `insert into record_identifiers (company_id, type_id, kind, value, record_id)
   select $1, i.type_id, i.kind, i.value, i.record_id from jsonb_to_recordset($2::jsonb) as i (type_id uuid, kind text, value text, record_id uuid)`,
);
const FORGET_LINKS = statement(
  "records.forget_links",
  `delete from record_links l using jsonb_to_recordset($2::jsonb) as f (field_id uuid, from_id uuid)
   where l.company_id = $1 and l.field_id = f.field_id and l.from_id = f.from_id`,
);
const ADD_LINKS = statement(
  "records.add_links",
  `insert into record_links (company_id, field_id, from_id, to_id)
   select $1, l.field_id, l.from_id, l.to_id from jsonb_to_recordset($2::jsonb) as l (field_id uuid, from_id uuid, to_id uuid)`,
);
export const insert = (tx: Tx, companyId: string, rows: RecordRow[]) => tx.query(INSERT, [companyId, JSON.stringify(rows)]);
export const update = (tx: Tx, companyId: string, rows: RecordRow[]) => tx.query(UPDATE, [companyId, JSON.stringify(rows)]);

export interface IdentifierRow extends Identifier {
  type_id: string;
  record_id: string;
}

export async function replaceIdentifiers(
  tx: Tx,
  companyId: string,
  recordIds: string[],
  rows: IdentifierRow[],
  isNew: boolean,
): Promise<void> {
  if (!isNew && recordIds.length > 0) await forgetIdentifiers(tx, companyId, recordIds);
  if (rows.length > 0) await tx.query(ADD_IDENTIFIERS, [companyId, JSON.stringify(rows)]);
}

export interface LinkRow {
  field_id: string;
  from_id: string;
  to_id: string;
}

export async function replaceLinks(
  tx: Tx,
  companyId: string,
  ends: Omit<LinkRow, "to_id">[],
  rows: LinkRow[],
  isNew: boolean,
): Promise<void> {
  if (!isNew && ends.length > 0) await tx.query(FORGET_LINKS, [companyId, JSON.stringify(ends)]);
  if (rows.length > 0) await tx.query(ADD_LINKS, [companyId, JSON.stringify(rows)]);
}

export interface FoundLink {
  field_id: string;
  of_id: string;
  other_id: string;
  direction: "out" | "in";
}

export const links = aboutIds<FoundLink>(
  "records.links",
  (
    ids,
  ) => `select field_id, from_id as of_id, to_id as other_id, 'out' as direction from record_links where company_id = $1 and from_id ${ids}
   union all
   select field_id, to_id, from_id, 'in' from record_links where company_id = $1 and to_id ${ids}`,
);

export const titles = aboutIds<{ id: string; title: string; type_id: string }>(
  "records.titles",
  (ids) => `select id, title, type_id from records where company_id = $1 and id ${ids} and deleted_at is null`,
);

const PEOPLE = statement("records.people", "select id, name, email from users where company_id = $1");
export interface PersonRow {
  id: string;
  name: string;
  email: string;
}
export const people = (tx: Tx, companyId: string) => tx.query<PersonRow>(PEOPLE, [companyId]);

const BY_IDENTIFIER = statement(
  "records.by_identifier",
  `select i.kind, i.value, i.record_id as id, r.title from unnest($3::text[], $4::text[]) as wanted (kind, value)
   join record_identifiers i on i.company_id = $1 and i.type_id = $2 and i.kind = wanted.kind and i.value = wanted.value
   join records r on r.company_id = i.company_id and r.id = i.record_id where r.deleted_at is null order by i.record_id`,
);
export interface FoundIdentifier extends Identifier {
  id: string;
  title: string;
}
/** The records that have one of these identifiers. */
export const byIdentifier = (tx: Tx, companyId: string, typeId: string, wanted: Identifier[]) =>
  tx.query<FoundIdentifier>(BY_IDENTIFIER, [companyId, typeId, wanted.map((one) => one.kind), wanted.map((one) => one.value)]);

const HAS_MORE = statement(
  "records.has_more",
  `select exists (select 1 from company_records where company_id = $1 and type_id = $2 and deleted_at is null offset $3) as has_more`,
);
/** True when the company has more than `than` records of the type, without the trash. */
export const hasMore = async (tx: Tx, companyId: string, typeId: string, than: number) =>
  (await tx.query<{ has_more: boolean }>(HAS_MORE, [companyId, typeId, than]))[0]?.has_more === true;

const BY_TITLE = statement(
  "records.by_title",
  `select folded, id, title from (
     select fold(title) as folded, id, title, row_number() over (partition by fold(title) order by id) as place
     from company_records where company_id = $1 and type_id = $2 and deleted_at is null and fold(title) collate "C" = any($3::text[])) as found
   where place <= 6`,
);
/** The first records of each folded title: one is a match, more are ambiguous. */
export const byTitle = (tx: Tx, companyId: string, typeId: string, titles: string[]) =>
  tx.query<{ folded: string; id: string; title: string }>(BY_TITLE, [companyId, typeId, titles]);

const TRASHED_BY_TITLE = statement(
  "records.trashed_by_title",
  `select fold(title) as folded, id from records
   where company_id = $1 and deleted_at is not null and merged_into is null and fold(title) = any($2::text[]) order by deleted_at desc, id limit 200`,
);
/** Records in the trash by their folded titles. */
export const trashedByTitle = (tx: Tx, companyId: string, titles: string[]) =>
  tx.query<{ folded: string; id: string }>(TRASHED_BY_TITLE, [companyId, titles]);

const SIMILAR = statement(
  "records.similar",
  `select id, title from (
     select id, title from company_records where company_id = $1 and type_id = $2 and deleted_at is null and (select $3::text) <% search limit 200) as found
   order by similarity(fold(title), $3) desc, id limit $4`,
);
/** Records whose texts contain something like a folded name, the most similar titles first. */
export const similar = (tx: Tx, companyId: string, typeId: string, name: string, limit: number) =>
  tx.query<{ id: string; title: string }>(SIMILAR, [companyId, typeId, name, limit]);

// All companies share the memory for locks: a caller with more identifiers than this waits for all others of its company and type.
const MAX_LOCKS = 1_000;
const LOCK_IDENTIFIERS = statement(
  "records.lock_identifiers",
  `select pg_advisory_xact_lock_shared(${lockKey("identifiers of records", "$1")})::text
   union all select pg_advisory_xact_lock(${lockKey("identifiers of records", "name")})::text from unnest($2::text[]) as name`,
);
const LOCK_ALL_IDENTIFIERS = statement(
  "records.lock_all_identifiers",
  `select pg_advisory_xact_lock(${lockKey("identifiers of records", "$1")})`,
);
/** Writers of one of these identifiers wait for each other, so that twenty at once create one record. Sorted, to avoid deadlocks. */
export function lockIdentifiers(tx: Tx, companyId: string, typeId: string, wanted: Identifier[]): Promise<unknown> {
  const all = `${companyId}\n${typeId}`;
  const names = [...new Set(wanted.map(({ value }) => `${all}\n${value}`))].sort();
  return names.length > MAX_LOCKS ? tx.query(LOCK_ALL_IDENTIFIERS, [all]) : tx.query(LOCK_IDENTIFIERS, [all, names]);
}

// A record in the trash does not hold its unique values: another record may take them.
const MARK = statement(
  "records.mark",
  `with released as (
     update record_identifiers i set kind = 'trashed_id' from jsonb_to_recordset($2::jsonb) as r (id uuid, deleted_at timestamptz)
     where i.company_id = $1 and i.record_id = r.id and i.kind = 'external_id' and r.deleted_at is not null)
   update records set version = r.version, updated_at = r.updated_at, deleted_at = r.deleted_at, merged_into = r.merged_into
   from jsonb_to_recordset($2::jsonb) as r (id uuid, version integer, updated_at timestamptz, deleted_at timestamptz, merged_into uuid)
   where records.company_id = $1 and records.id = r.id`,
);
type Mark = Pick<RecordRow, "id" | "version" | "updated_at" | "deleted_at"> & { merged_into?: string | null };
/** Moves records to the trash, or out of it. `merged_into` is null unless the record was merged into another. */
export const mark = (tx: Tx, companyId: string, rows: Mark[]) =>
  tx.query(MARK, [
    companyId,
    JSON.stringify(
      rows.map(({ id, version, updated_at, deleted_at, merged_into = null }) => ({ id, version, updated_at, deleted_at, merged_into })),
    ),
  ]);

const TRASHED_UNIQUE = statement(
  "records.trashed_unique",
  "select 'external_id' as kind, value, record_id, type_id from record_identifiers where company_id = $1 and record_id = any($2::uuid[]) and kind = 'trashed_id'",
);
const HOLD_UNIQUE = statement(
  "records.hold_unique",
  "update record_identifiers set kind = 'external_id' where company_id = $1 and record_id = any($2::uuid[]) and kind = 'trashed_id'",
);
/** The unique values that records from the trash had. `holdUnique` gives them back. */
export const trashedUnique = (tx: Tx, companyId: string, ids: string[]) => tx.query<IdentifierRow>(TRASHED_UNIQUE, [companyId, ids]);
export const holdUnique = (tx: Tx, companyId: string, ids: string[]) => tx.query(HOLD_UNIQUE, [companyId, ids]);

const MERGED = statement(
  "records.merged",
  "select id, merged_into from records where company_id = $1 and id = any($2::uuid[]) and merged_into is not null and deleted_at is not null",
);
/** Which of these records were merged into another, and into which. */
export async function mergedAmong(tx: Tx, companyId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = ids.length > 0 ? await tx.query<{ id: string; merged_into: string }>(MERGED, [companyId, ids]) : [];
  return new Map(rows.map((row) => [row.id, row.merged_into]));
}

const VERSIONS = statement("records.versions", "select id, version from records where company_id = $1 and id = any($2::uuid[])");
/** The current versions of records, by id. */
export async function versions(tx: Tx, companyId: string, ids: string[]): Promise<Map<string, number>> {
  const rows = ids.length > 0 ? await tx.query<{ id: string; version: number }>(VERSIONS, [companyId, ids]) : [];
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** The records that are part of this one: those that were merged into it, and those that had been merged into them before. */
export const mergedInto = (tx: Tx, companyId: string, id: string) =>
  tx.query<{ id: string }>("select id from records where company_id = $1 and part_of = $2", [companyId, id]);

const RELATED = statement(
  "records.related",
  `select o.id from records o where o.company_id = $1 and o.deleted_at is null and o.id in (
     select l.to_id from record_links l where l.company_id = $1 and l.from_id = any($2::uuid[]) and l.field_id = any($3::uuid[])
     union select l.from_id from record_links l where l.company_id = $1 and l.to_id = any($2::uuid[]) and l.field_id = any($4::uuid[]))
   order by o.id limit $5`,
);
interface Relations {
  ids: string[];
  /** Fields that these records point with, and fields that others point at them with. */
  out: string[];
  in: string[];
  limit: number;
}
/** The records that are related to these by some fields, each once. */
export async function relatedTo(tx: Tx, companyId: string, { ids, out, in: back, limit }: Relations): Promise<string[]> {
  const rows = ids.length > 0 ? await tx.query<{ id: string }>(RELATED, [companyId, ids, out, back, limit]) : [];
  return rows.map((row) => row.id);
}

const REFERRED = statement(
  "records.referred",
  `select distinct l.to_id as id from record_links l
   join records r on r.company_id = l.company_id and r.id = l.from_id and r.deleted_at is null
   where l.company_id = $1 and l.to_id = any($2::uuid[])
     and not exists (select from events e where e.company_id = $1 and e.operation_id = $3 and e.subject_type = 'rec' and e.subject_id = l.from_id)`,
);

/** Those of the records that a live record refers to, other than the ones that this operation made or changed. */
export async function referredElsewhere(tx: Tx, companyId: string, ids: string[], operationId: string): Promise<Set<string>> {
  const rows = ids.length > 0 ? await tx.query<{ id: string }>(REFERRED, [companyId, ids, operationId]) : [];
  return new Set(rows.map((row) => row.id));
}

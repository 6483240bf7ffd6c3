import { statement, type Tx } from "../../kernel/database.ts";

/** A record that shares something with others. Rows of one group follow each other; a row without group says only how far it was read. */
export interface GroupRow {
  group_key: string | null;
  id: string | null;
  title: string | null;
  /** The last key that was read, and whether there may be more behind it. */
  last_key: string | null;
  is_cut: boolean;
}

/** What one statement reads, of any list. Where little is shared, most of it is passed over. */
const MAX_READ = 2_000;
const MAX_SAME_IDENTIFIER = 20;
const MAX_RELATED = 200;

/**
 * The groups among the next keys, each with its records. The group of the last key may go on behind it, so it is left for the next
 * statement, unless it is also the first.
 */
const groups = (keys: string, members: string, most: number, from: string) => `
  with read as materialized (${keys} limit ${MAX_READ}),
  reached as (select (select key from read order by key desc limit 1) as last, (select count(*) from read) = ${MAX_READ} as is_cut),
  g as (select key from read, reached where not is_cut or key <> last or key = ${from} group by key having count(*) > 1)
  select g.key::text as group_key, m.id, m.title, reached.last::text as last_key, reached.is_cut
  from reached left join g on true left join lateral (${members} limit ${most}) as m on true order by g.key, m.id`;

const BY_IDENTIFIER = statement(
  "duplicates.by_identifier",
  groups(
    `select value as key from record_identifiers where company_id = $1 and type_id = $2 and kind = $3 and value >= $4 order by value`,
    `select r.id, r.title from record_identifiers i join records r on r.company_id = i.company_id and r.id = i.record_id
     where i.company_id = $1 and i.type_id = $2 and i.kind = $3 and i.value = g.key and r.deleted_at is null order by r.id`,
    MAX_SAME_IDENTIFIER,
    "$4",
  ),
);
export const byIdentifier = (tx: Tx, companyId: string, typeId: string, kind: string, from: string) =>
  tx.query<GroupRow>(BY_IDENTIFIER, [companyId, typeId, kind, from]);

const BY_RELATED = statement(
  "duplicates.by_related",
  groups(
    `select to_id as key from record_links where company_id = $1 and field_id = $2 and to_id >= $3::uuid order by to_id`,
    `select r.id, r.title from record_links l join records r on r.company_id = l.company_id and r.id = l.from_id
     where l.company_id = $1 and l.field_id = $2 and l.to_id = g.key and r.deleted_at is null order by r.id`,
    MAX_RELATED,
    "$3::uuid",
  ),
);
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Records that refer to the same one. */
export const byRelated = (tx: Tx, companyId: string, fieldId: string, from: string) =>
  tx.query<GroupRow>(BY_RELATED, [companyId, fieldId, from || FIRST_ID]);

const BY_TITLE = statement(
  "duplicates.by_title",
  `select fold(title) as folded, id, title from company_records r
   where company_id = $1 and type_id = $2 and deleted_at is null and fold(title) collate "C" >= $3 order by fold(title) collate "C", id limit ${MAX_READ}`,
);
export interface TitleRow {
  folded: string;
  id: string;
  title: string;
}
/** Records in the order of their names, from one on. */
export async function byTitle(tx: Tx, companyId: string, typeId: string, from: string) {
  const rows = await tx.query<TitleRow>(BY_TITLE, [companyId, typeId, from]);
  return { rows, isCut: rows.length === MAX_READ };
}

const FACTS = statement(
  "duplicates.facts",
  `select d.record_id is not null as is_dismissed, coalesce(s.shared, '[]') as shared
   from unnest($2::uuid[], $3::uuid[]) with ordinality as p (one, other, place)
   left join duplicate_dismissals d on d.company_id = $1 and d.record_id = p.one and d.other_id = p.other
   left join lateral (select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value) order by i.value) as shared
     from record_identifiers i join record_identifiers j on j.company_id = $1 and j.record_id = p.other and j.kind = i.kind and j.value = i.value
     where i.company_id = $1 and i.record_id = p.one) as s on true
   order by p.place`,
);
export interface PairFacts {
  is_dismissed: boolean;
  /** The identifiers that both records have. */
  shared: { kind: string; value: string }[];
}
/** What is known about pairs of ids, in their order. */
export const facts = (tx: Tx, companyId: string, pairs: { one: string; other: string }[]) =>
  tx.query<PairFacts>(FACTS, [companyId, pairs.map((pair) => pair.one), pairs.map((pair) => pair.other)]);

const DISMISS = statement(
  "duplicates.dismiss",
  `insert into duplicate_dismissals (company_id, record_id, other_id, user_id, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning record_id`,
);
const REOPEN = statement(
  "duplicates.reopen",
  "delete from duplicate_dismissals where company_id = $1 and record_id = $2 and other_id = $3 returning record_id",
);
/** True if it was not remembered before. */
export const dismiss = async (tx: Tx, companyId: string, one: string, other: string, userId: string, now: Date) =>
  (await tx.query(DISMISS, [companyId, one, other, userId, now])).length > 0;
/** True if it was remembered. */
export const reopen = async (tx: Tx, companyId: string, one: string, other: string) =>
  (await tx.query(REOPEN, [companyId, one, other])).length > 0;

import { statement, type Tx } from "../../../kernel/database.ts";

export interface TrashRow {
  id: string;
  title: string;
  deleted_at: Date;
  deleted_by: { id: string; name: string } | null;
  key: string | null;
}

/** A merged record stays for as long as the one that it is part of. It is listed as long as others that were deleted when it was merged. */
const IS_LISTED = "r.deleted_at is not null and (r.merged_into is null or r.deleted_at > now() - interval '30 days')";

const LIST = statement(
  "records.trash",
  `select r.id, r.title, r.deleted_at, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as deleted_by, k.name as key
   from records r
   left join lateral (
     select actor_user, actor_key from events
     where company_id = r.company_id and subject_type = 'rec' and subject_id = r.id and type in ('record.deleted', 'record.merged')
     order by id desc limit 1
   ) e on true
   left join users u on u.company_id = r.company_id and u.id = e.actor_user
   left join api_keys k on k.company_id = r.company_id and k.id = e.actor_key
   where r.company_id = $1 and r.type_id = $2 and ${IS_LISTED}
     and ($3::timestamptz is null or r.deleted_at < $3 or (r.deleted_at = $3 and r.id < $4::uuid))
   order by r.deleted_at desc, r.id desc limit $5`,
);
const COUNT = statement(
  "records.count_trash",
  `select count(*)::int as count from records r where r.company_id = $1 and r.type_id = $2 and ${IS_LISTED}`,
);

/** A place in the list: the time, which many records can share, and the id. */
export const trashPlace = ({ deleted_at: at, id }: TrashRow) => `${at.toISOString()} ${id}`;

/** What is in the trash, the latest first, with who moved it there. */
export function listTrash(tx: Tx, companyId: string, typeId: string, after: string | undefined, limit: number): Promise<TrashRow[]> {
  const [at = null, id = null] = after?.split(" ") ?? [];
  return tx.query<TrashRow>(LIST, [companyId, typeId, at, id, limit]);
}

export async function countTrash(tx: Tx, companyId: string, typeId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT, [companyId, typeId]);
  return row?.count ?? 0;
}

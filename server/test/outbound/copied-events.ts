import { recordId } from "../../src/features/records/operations.ts";
import type { Service } from "../service.ts";

/** Copies of a record: as many as a large company has, in a moment. */
export async function copyRecord({ database }: Service, record: string, count: number): Promise<string[]> {
  const rows = await database.query(
    `insert into records select copy.* from records r, generate_series(1, $2::int) as n,
       jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'each', n)) as copy where r.id = $1 returning id`,
    [recordId.decode(record), count],
  );
  return rows.map((row) => String(row["id"]));
}

/** Events like the first of a record, written now, about each of these records in turn. */
export async function copyEvents({ database }: Service, record: string, subjects: string[], count: number): Promise<void> {
  await database.query(
    `create or replace function gen_random_uuid_at_now() returns uuid language sql volatile
       return overlay(gen_random_uuid()::text placing left(uuid_at(now())::text, 13) from 1 for 13)::uuid`,
  );
  await database.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data, changes)
     select company_id, gen_random_uuid_at_now(), at, type, subject_type, ($2::uuid[])[1 + n % cardinality($2::uuid[])], actor_user, via, operation,
       operation_id, request_id, data, changes
     from (select * from events where type = 'record.created' and subject_id = $1 limit 1) as one, generate_series(1, $3::int) as n`,
    [recordId.decode(record), subjects, count],
  );
}

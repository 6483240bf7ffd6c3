import { statement, type Tx } from "../../kernel/database.ts";

export interface SampleRow {
  id: string;
  user: { id: string; name: string };
  state: "loading" | "loaded" | "failed" | "removed";
  steps_done: number;
  failure: string | null;
  operation_id: string;
  created_at: Date;
}

const SELECT = `select s.id, json_build_object('id', u.id, 'name', u.name) as user, s.state, s.steps_done, s.failure, s.operation_id, s.created_at
  from samples s join users u on u.company_id = s.company_id and u.id = s.user_id
  where s.company_id = $1 and s.state <> 'removed'`;

/** The sample data that is loaded or being loaded. */
export async function current(tx: Tx, companyId: string): Promise<SampleRow | undefined> {
  const [row] = await tx.query<SampleRow>(SELECT, [companyId]);
  return row;
}

export async function lock(tx: Tx, companyId: string): Promise<SampleRow | undefined> {
  const [row] = await tx.query<SampleRow>(`${SELECT} for update of s`, [companyId]);
  return row;
}

export async function insert(tx: Tx, companyId: string, row: SampleRow): Promise<void> {
  await tx.query("insert into samples (company_id, id, user_id, state, operation_id, created_at) values ($1, $2, $3, $4, $5, $6)", [
    companyId,
    row.id,
    row.user.id,
    row.state,
    row.operation_id,
    row.created_at,
  ]);
}

export async function update(
  tx: Tx,
  companyId: string,
  id: string,
  { state, steps_done, failure }: Pick<SampleRow, "state" | "steps_done" | "failure">,
): Promise<void> {
  await tx.query("update samples set state = $3, steps_done = $4, failure = $5 where company_id = $1 and id = $2", [
    companyId,
    id,
    state,
    steps_done,
    failure,
  ]);
}

const FIRST_RECORDS = statement("samples.first_records", "select from records where company_id = $1 and deleted_at is null limit $2");

/** Whether the company has more records than this. */
export const hasMoreThan = async (tx: Tx, companyId: string, most: number) =>
  (await tx.query(FIRST_RECORDS, [companyId, most + 1])).length > most;

// The log says which records the load created. Those in the trash do not count.
const LIVE = statement(
  "samples.live",
  `select r.id, t.key as type, r.title from events e
   join records r on r.company_id = $1 and r.id = e.subject_id
   join record_types t on t.company_id = $1 and t.id = r.type_id
   where e.company_id = $1 and e.operation_id = $2 and e.type = 'record.created' and r.deleted_at is null
   order by r.id`,
);

interface LiveRecord {
  id: string;
  type: string;
  title: string;
}

/** The sample records outside the trash. */
export const liveRecords = (tx: Tx, companyId: string, operationId: string) => tx.query<LiveRecord>(LIVE, [companyId, operationId]);

const OWN_TYPES = statement(
  "samples.own_types",
  `select t.key from record_types t
   where t.company_id = $1 and t.retired_at is null and exists (
     select from records r where r.company_id = $1 and r.type_id = t.id and r.deleted_at is null and r.id <> all($2::uuid[]))
   order by t.position, t.key`,
);

/** Types that have a record which is not one of these. */
export async function typesBesides(tx: Tx, companyId: string, sampleIds: string[]): Promise<string[]> {
  return (await tx.query<{ key: string }>(OWN_TYPES, [companyId, sampleIds])).map((row) => row.key);
}

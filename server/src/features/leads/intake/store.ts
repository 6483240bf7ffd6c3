import { statement, type Tx } from "../../../kernel/database.ts";
import type { NewSubmission, Written } from "./submission.ts";

// One statement for the whole batch: what is new is inserted and counted by form and day. The day's rows are locked first and in order,
// so that the cap is exact and two nodes never wait for each other in a circle.
const WRITE_DOWN = statement(
  "leads.write_down",
  `with sent as (
     select * from jsonb_to_recordset($2::jsonb) as s (id uuid, source_id uuid, dedupe_key text, received_at timestamptz, given jsonb,
       attribution jsonb, consent jsonb, score smallint, reasons text[], is_held boolean, is_proved boolean, day_cap integer, ip text,
       user_agent text)
   ), days as materialized (
     select d.source_id, d.accepted from lead_source_days d
     where d.company_id = $1 and d.day = $3::date and d.source_id = any (array(select source_id from sent))
     order by d.source_id for update
   ), judged as (
     select s.*, not s.is_held and not s.is_proved and coalesce(d.accepted, 0)
         + count(*) filter (where not s.is_held) over (partition by s.source_id order by s.id) > s.day_cap as is_over
     from sent s left join days d on d.source_id = s.source_id
   ), inserted as (
     insert into lead_submissions (company_id, id, source_id, dedupe_key, received_at, state, state_at, given, attribution, consent, score,
       reasons, ip, user_agent)
     select $1, id, source_id, dedupe_key, received_at, case when is_held or is_over then 'held' else 'received' end, received_at, given,
       attribution, consent, score, case when is_over then reasons || '{day_cap}' else reasons end, ip, user_agent
     from judged order by id
     on conflict (company_id, source_id, dedupe_key) do nothing
     returning source_id, state, received_at, 'day_cap' = any(reasons) as is_over
   ), counted as (
     insert into lead_source_days as d (company_id, source_id, day, accepted, held, last_at)
     select $1, source_id, $3::date, count(*) filter (where state <> 'held'), count(*) filter (where state = 'held'), max(received_at)
     from inserted group by source_id order by source_id
     on conflict (company_id, source_id, day) do update
       set accepted = d.accepted + excluded.accepted, held = d.held + excluded.held, last_at = greatest(d.last_at, excluded.last_at)
   )
   select source_id, count(*)::int as held, bool_or(is_over) as is_full from inserted where state = 'held' group by source_id`,
);

/** Writes down what is new among these. */
export async function writeDown(tx: Tx, companyId: string, submissions: NewSubmission[], day: string): Promise<Written> {
  const rows = await tx.query<{ source_id: string; held: number; is_full: boolean }>(WRITE_DOWN, [
    companyId,
    JSON.stringify(submissions),
    day,
  ]);
  return {
    held: Object.fromEntries(rows.map(({ source_id, held }) => [source_id, held])),
    full: rows.filter((row) => row.is_full).map((row) => row.source_id),
  };
}

import type { Tx } from "../../../kernel/database.ts";

export interface ListedClock {
  id: string;
  lead_id: string;
  title: string;
  user_id: string;
  person: string;
  started_at: Date;
  due_at: Date;
  minutes: number;
  responded_at: Date | null;
  responded_by: string | null;
  responder: string | null;
  response: "note" | "status" | "converted" | null;
  response_minutes: number | null;
  ended_at: Date | null;
}

interface Wanted {
  state?: "open" | "running" | "overdue" | undefined;
  lead?: string | undefined;
  person?: string | undefined;
}

const OPEN = "c.responded_at is null and c.ended_at is null";
const STATES = { open: OPEN, running: `${OPEN} and c.due_at > $5`, overdue: `${OPEN} and c.due_at <= $5` };

/** Newest first. Leads in the trash are left out. */
export const list = (tx: Tx, companyId: string, { state, lead, person }: Wanted, before: string | undefined, now: Date, rows: number) =>
  tx.query<ListedClock>(
    `select c.id, c.lead_id, r.title, c.user_id, p.name as person, c.started_at, c.due_at, c.minutes, c.responded_at, c.responded_by,
       b.name as responder, c.response, c.response_minutes, c.ended_at
     from lead_clocks c
     join records r on r.company_id = c.company_id and r.id = c.lead_id and r.deleted_at is null
     join users p on p.company_id = c.company_id and p.id = c.user_id
     left join users b on b.company_id = c.company_id and b.id = c.responded_by
     where c.company_id = $1 and ($2::uuid is null or c.id < $2) and ($3::uuid is null or c.lead_id = $3) and ($4::uuid is null or c.user_id = $4)
       and $5::timestamptz is not null and ${state ? STATES[state] : "true"}
     order by c.id desc limit $6`,
    [companyId, before ?? null, lead ?? null, person ?? null, now, rows],
  );

interface Counts {
  user_id: string | null;
  name: string | null;
  responded: number;
  median: number | null;
  in_time: number | null;
}

/** How fast people were, each and all together, the latter with no id. */
export const responses = (tx: Tx, companyId: string, since: Date) =>
  tx.query<Counts>(
    `select c.user_id, u.name, count(*)::int as responded, round(percentile_cont(0.5) within group (order by c.response_minutes))::int as median,
       round(100.0 * count(*) filter (where c.responded_at <= c.due_at) / nullif(count(*), 0))::int as in_time
     from (select * from lead_clocks where company_id = $1 and started_at >= $2 order by started_at desc limit 10000) as c
     join users u on u.company_id = c.company_id and u.id = c.user_id
     where c.responded_at is not null
     group by grouping sets ((), (c.user_id, u.name)) order by count(*) desc, c.user_id`,
    [companyId, since],
  );

/** How many leads wait now, and how many of them are late, by who has them. */
export const waiting = (tx: Tx, companyId: string, now: Date) =>
  tx.query<{ user_id: string; name: string; running: number; overdue: number }>(
    `select c.user_id, u.name, count(*) filter (where c.due_at > $2)::int as running, count(*) filter (where c.due_at <= $2)::int as overdue
     from lead_clocks c
     join records r on r.company_id = c.company_id and r.id = c.lead_id and r.deleted_at is null
     join users u on u.company_id = c.company_id and u.id = c.user_id
     where c.company_id = $1 and c.responded_at is null and c.ended_at is null group by c.user_id, u.name`,
    [companyId, now],
  );

/** Whom to write to about a lead that waits: who has it, and the Admins. Nobody once somebody has responded. */
export const recipients = (tx: Tx, companyId: string, id: string) =>
  tx.query<{ lead_id: string; title: string; person: string; company: string; email: string }>(
    `select c.lead_id, r.title, p.name as person, k.name as company, u.email from lead_clocks c
     join records r on r.company_id = c.company_id and r.id = c.lead_id and r.deleted_at is null
     join users p on p.company_id = c.company_id and p.id = c.user_id
     join companies k on k.id = c.company_id
     join users u on u.company_id = c.company_id and (u.id = c.user_id or u.role = 'admin') and u.disabled_at is null
     where c.company_id = $1 and c.id = $2 and c.responded_at is null and c.ended_at is null order by u.id limit 20`,
    [companyId, id],
  );

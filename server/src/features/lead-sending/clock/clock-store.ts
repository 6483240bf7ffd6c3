import { statement, type Tx } from "../../../kernel/database.ts";

export interface PolicyRow {
  is_on: boolean;
  minutes: number;
  on_overdue: "tell" | "next";
  most_handovers: number;
  updated_at: Date;
  updated_by: string;
  name: string;
}

const POLICY = statement(
  "lead_clocks.policy",
  `select p.is_on, p.minutes, p.on_overdue, p.most_handovers, p.updated_at, p.updated_by, u.name from lead_clock_policies p
   join users u on u.company_id = p.company_id and u.id = p.updated_by where p.company_id = $1`,
);
export const policy = async (tx: Tx, companyId: string): Promise<PolicyRow | undefined> =>
  (await tx.query<PolicyRow>(POLICY, [companyId]))[0];

export const savePolicy = (tx: Tx, companyId: string, row: Omit<PolicyRow, "name">) =>
  tx.query(
    `insert into lead_clock_policies (company_id, is_on, minutes, on_overdue, most_handovers, updated_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (company_id, id) do update set is_on = excluded.is_on, minutes = excluded.minutes, on_overdue = excluded.on_overdue,
       most_handovers = excluded.most_handovers, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [companyId, row.is_on, row.minutes, row.on_overdue, row.most_handovers, row.updated_by, row.updated_at],
  );

interface NewClock {
  id: string;
  lead_id: string;
  user_id: string;
  started_at: Date;
  due_at: Date;
  minutes: number;
  on_overdue: "tell" | "next";
}

const END = statement(
  "lead_clocks.end",
  "update lead_clocks set ended_at = $3 where company_id = $1 and lead_id = any($2::uuid[]) and responded_at is null and ended_at is null",
);
export const endRunning = (tx: Tx, companyId: string, leadIds: string[], now: Date) => tx.query(END, [companyId, leadIds, now]);

const START = statement(
  "lead_clocks.start",
  `insert into lead_clocks (company_id, id, lead_id, user_id, started_at, due_at, minutes, on_overdue)
   select $1, c.id, c.lead_id, c.user_id, c.started_at, c.due_at, c.minutes, c.on_overdue
   from jsonb_to_recordset($2::jsonb) as c (id uuid, lead_id uuid, user_id uuid, started_at timestamptz, due_at timestamptz, minutes integer, on_overdue text)`,
);
export const start = (tx: Tx, companyId: string, clocks: NewClock[]) => tx.query(START, [companyId, JSON.stringify(clocks)]);

export interface RunningRow {
  id: string;
  lead_id: string;
  user_id: string;
  started_at: Date;
  due_at: Date;
  on_overdue: "tell" | "next";
}

const RUNNING = statement(
  "lead_clocks.running",
  `select id, lead_id, user_id, started_at, due_at, on_overdue from lead_clocks
   where company_id = $1 and lead_id = any($2::uuid[]) and responded_at is null and ended_at is null order by id for update`,
);
/** The running clocks of leads that the caller has locked. */
export const lockRunning = (tx: Tx, companyId: string, leadIds: string[]) => tx.query<RunningRow>(RUNNING, [companyId, leadIds]);

const RESPOND = statement(
  "lead_clocks.respond",
  `update lead_clocks set responded_at = $3, responded_by = $4, response = $5, response_minutes = $6 where company_id = $1 and id = $2`,
);
interface Response {
  at: Date;
  by: string;
  response: "note" | "status" | "converted";
  minutes: number;
}
export const respond = (tx: Tx, companyId: string, id: string, { at, by, response, minutes }: Response) =>
  tx.query(RESPOND, [companyId, id, at, by, response, minutes]);

const HAND = statement("lead_clocks.hand", "update lead_clocks set user_id = $3 where company_id = $1 and id = $2");
/** Somebody gave the lead to a colleague: the clock is theirs now, and runs on. */
export const handTo = (tx: Tx, companyId: string, id: string, userId: string) => tx.query(HAND, [companyId, id, userId]);

const FIND = statement(
  "lead_clocks.find",
  `select id, lead_id, user_id, started_at, due_at, on_overdue from lead_clocks
   where company_id = $1 and id = $2 and responded_at is null and ended_at is null and overdue_at is null`,
);
/** A clock that nobody has acted on. */
export const findUnseen = async (tx: Tx, companyId: string, id: string): Promise<RunningRow | undefined> =>
  (await tx.query<RunningRow>(FIND, [companyId, id]))[0];

const SEE = statement(
  "lead_clocks.see",
  `update lead_clocks set overdue_at = $3
   where company_id = $1 and id = $2 and responded_at is null and ended_at is null and overdue_at is null and due_at <= $3 returning id`,
);
/** True for the one worker that acts on it. */
export const markOverdue = async (tx: Tx, companyId: string, id: string, now: Date): Promise<boolean> =>
  (await tx.query(SEE, [companyId, id, now])).length > 0;

const MISSED = statement(
  "lead_clocks.missed",
  "select user_id from lead_clocks where company_id = $1 and lead_id = $2 and overdue_at is not null order by id",
);
/** Who let this lead wait, each time. */
export const missedBy = async (tx: Tx, companyId: string, leadId: string): Promise<string[]> =>
  (await tx.query<{ user_id: string }>(MISSED, [companyId, leadId])).map((row) => row.user_id);

const RECENT = statement(
  "lead_clocks.recent_overdue",
  "select count(*)::int as n from (select from lead_clocks where company_id = $1 and overdue_at > $2 limit 1000) as recent",
);
export const overdueSince = async (tx: Tx, companyId: string, since: Date): Promise<number> =>
  (await tx.query<{ n: number }>(RECENT, [companyId, since]))[0]?.n ?? 0;

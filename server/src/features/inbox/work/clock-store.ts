import { statement, type Tx } from "../../../kernel/database.ts";

export interface Policy {
  is_on: boolean;
  first_minutes: number;
  next_minutes: number;
}

const POLICY = statement(
  "inbox_clocks.policy",
  "select is_on, first_minutes, next_minutes from inbox_clock_policies where company_id = $1",
);
export const policy = async (tx: Tx, companyId: string): Promise<Policy | undefined> => (await tx.query<Policy>(POLICY, [companyId]))[0];

export const savePolicy = (tx: Tx, companyId: string, given: Policy, userId: string, now: Date) =>
  tx.query(
    `insert into inbox_clock_policies (company_id, is_on, first_minutes, next_minutes, updated_by, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, id) do update set is_on = excluded.is_on, first_minutes = excluded.first_minutes,
       next_minutes = excluded.next_minutes, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [companyId, given.is_on, given.first_minutes, given.next_minutes, userId, now],
  );

export interface Waiting {
  id: string;
  assignee_id: string | null;
  last_at: Date;
  was_answered: boolean;
}

const WAS_ANSWERED = `exists (select from messages m where m.company_id = $1 and m.conversation_id = c.id
     and m.direction = 'out' and m.kind = 'mail' and m.state not in ('draft', 'cancelled', 'failed'))`;

const WITHOUT_DUE = statement(
  "inbox_clocks.without_due",
  `select c.id, c.assignee_id, c.last_at, ${WAS_ANSWERED} as was_answered
   from conversations c
   where c.company_id = $1 and c.id = any($2::uuid[]) and c.waits_for = 'us' and c.state = 'open' and c.due_at is null`,
);
/** Those of these that wait for us, and for which no time was set yet. */
export const withoutDue = (tx: Tx, companyId: string, ids: string[]) => tx.query<Waiting>(WITHOUT_DUE, [companyId, ids]);

const GOAL = statement(
  "inbox_clocks.goal",
  `select p.is_on, p.first_minutes, p.next_minutes, ${WAS_ANSWERED} as was_answered
   from inbox_clock_policies p join conversations c on c.company_id = $1 and c.id = $2 where p.company_id = $1`,
);
export const findGoal = async (tx: Tx, companyId: string, conversation: string) =>
  (await tx.query<Policy & { was_answered: boolean }>(GOAL, [companyId, conversation]))[0];

const SET_DUE = statement(
  "inbox_clocks.set_due",
  `update conversations c set due_at = d.due_at from jsonb_to_recordset($2::jsonb) as d (id uuid, due_at timestamptz)
   where c.company_id = $1 and c.id = d.id and c.due_at is null`,
);
export const setDue = (tx: Tx, companyId: string, due: { id: string; due_at: Date }[]) =>
  tx.query(SET_DUE, [companyId, JSON.stringify(due)]);

const LOCK_OVERDUE = statement(
  "inbox_clocks.lock_overdue",
  `select c.id, c.channel_id, c.is_shared from conversations c
   where c.company_id = $1 and c.due_at <= $2 and c.due_at is not null and c.state = 'open' and c.merged_into is null
     and (c.overdue_at is null or c.overdue_at <> c.due_at) and c.waits_for = 'us'
   order by c.id limit $3 for no key update skip locked`,
);
export interface Overdue {
  id: string;
  channel_id: string;
  is_shared: boolean;
}
export const lockOverdue = (tx: Tx, companyId: string, now: Date, most: number) => tx.query<Overdue>(LOCK_OVERDUE, [companyId, now, most]);

export const markOverdue = (tx: Tx, companyId: string, ids: string[]) =>
  tx.query("update conversations set overdue_at = due_at where company_id = $1 and id = any($2::uuid[])", [companyId, ids]);

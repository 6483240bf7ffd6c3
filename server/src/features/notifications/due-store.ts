import { statement, type Tx } from "../../kernel/database.ts";

/** Which records of a company are tasks, and how their time is to be read. */
export interface Tasks {
  typeId: string;
  /** Their due time is a day, kept as its midnight in UTC. */
  isDay: boolean;
  zone: string;
  openStages: string[];
}

/** A task that is due on a day is told at seven in the morning of it. */
const MORNING = "interval '7 hours'";
// Up to which value of due_at it is time now. Of days: the wall clock of the company, as if it were in UTC.
const reached = (isDay: string, zone: string, now: string) =>
  `(case when ${isDay}::boolean then ((${now}::timestamptz at time zone ${zone}) - ${MORNING}) at time zone 'UTC' else ${now} end)`;
const whenReached = (isDay: string, zone: string, due: string) =>
  `(case when ${isDay}::boolean then ((${due} at time zone 'UTC') + ${MORNING}) at time zone ${zone} else ${due} end)`;

const LOCK = statement(
  "notifications.lock_round",
  "select told_until from notification_rounds where company_id = $1 for update skip locked",
);

/** Up to when due tasks were told; undefined: there is no round, or somebody else works on it. */
export async function lockRound(tx: Tx, companyId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ told_until: Date }>(LOCK, [companyId]);
  return row?.told_until;
}

const OPEN = "r.company_id = $1 and r.type_id = $2 and r.deleted_at is null and (r.stage is null or r.stage = any($3::text[]))";

const DUE = statement(
  "notifications.due_tasks",
  `select r.owner_id as user_id, count(*)::int as count, (array_agg(r.id order by r.due_at desc, r.id desc))[1] as subject_id
   from records r where ${OPEN} and r.owner_id is not null
     and r.due_at > ${reached("$4", "$5", "$6")} and r.due_at <= ${reached("$4", "$5", "$7")}
   group by r.owner_id order by r.owner_id`,
);

/** Whose tasks became due between two moments: how many, and the last of them. */
export const dueTasks = (tx: Tx, companyId: string, { typeId, openStages, isDay, zone }: Tasks, after: Date, now: Date) =>
  tx.query<{ user_id: string; count: number; subject_id: string }>(DUE, [companyId, typeId, openStages, isDay, zone, after, now]);

const END = statement(
  "notifications.end_round",
  `update notification_rounds set told_until = $7, next_at = (
     select ${whenReached("$4", "$5", "min(r.due_at)")} from records r where ${OPEN} and r.due_at > ${reached("$4", "$5", "$6")})
   where company_id = $1`,
);

/** Writes down up to when tasks were told, and when the next one becomes due. */
export const endRound = (tx: Tx, companyId: string, { typeId, openStages, isDay, zone }: Tasks, now: Date) =>
  tx.query(END, [companyId, typeId, openStages, isDay, zone, now, now]);

const NO_TASKS = statement(
  "notifications.no_tasks",
  "update notification_rounds set told_until = $2, next_at = null where company_id = $1",
);

export const endWithoutTasks = (tx: Tx, companyId: string, now: Date) => tx.query(NO_TASKS, [companyId, now]);

const LOOK = statement(
  "notifications.look_again",
  `insert into notification_rounds (company_id, told_until, next_at) values ($1, $2, $2)
   on conflict (company_id, id) do update set next_at = excluded.next_at
   where notification_rounds.next_at is null or notification_rounds.next_at > excluded.next_at`,
);

/** A due time was written: the next look finds out when it is. */
export const lookAgain = (tx: Tx, companyId: string, now: Date) => tx.query(LOOK, [companyId, now]);

const IS_DUE = statement("notifications.is_round_due", "select from notification_rounds where company_id = $1 and next_at <= $2");

/** Whether there may be tasks that became due and were not told. */
export const isRoundDue = async (tx: Tx, companyId: string, now: Date) => (await tx.query(IS_DUE, [companyId, now])).length > 0;

import { statement, type Tx } from "../../../kernel/database.ts";
import type { Per } from "../decide/facts.ts";
import type { Hours } from "../shapes.ts";

const LOCK = statement(
  "lead_sending.lock",
  "insert into lead_routing (company_id) values ($1) on conflict (company_id) do update set n = lead_routing.n returning n::int as n",
);
/** Everyone who decides in this company waits here, so that turns and caps are exact. Answers the number of the last decision. */
export async function lockRouting(tx: Tx, companyId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(LOCK, [companyId]);
  return row?.n ?? 0;
}

const COUNT_ON = statement("lead_sending.count_on", "update lead_routing set n = $2 where company_id = $1");
export const countOn = (tx: Tx, companyId: string, n: number) => tx.query(COUNT_ON, [companyId, n]);

const TURNS = statement(
  "lead_sending.turns",
  `select rule_id, who, ends::text as ends, present from lead_turns where company_id = $1 and rule_id = any($2::uuid[])`,
);
export interface TurnRow {
  rule_id: string;
  who: string;
  ends: string;
  present: string[] | null;
}
export const turns = (tx: Tx, companyId: string, ruleIds: string[]) => tx.query<TurnRow>(TURNS, [companyId, ruleIds]);

const SAVE_TURNS = statement(
  "lead_sending.save_turns",
  `insert into lead_turns (company_id, rule_id, who, ends, present)
   select $1, t.rule_id, t.who, t.ends, case when t.present is null then null else array(select jsonb_array_elements_text(t.present)::uuid) end
   from jsonb_to_recordset($2::jsonb) as t (rule_id uuid, who uuid, ends numeric, present jsonb)
   order by t.rule_id, t.who
   on conflict (company_id, rule_id, who) do update set ends = excluded.ends, present = excluded.present`,
);
export const saveTurns = (tx: Tx, companyId: string, rows: TurnRow[]) => tx.query(SAVE_TURNS, [companyId, JSON.stringify(rows)]);

/** One count: of a rule (`who` is its own id) or of a person in it, in the period that began then. */
export interface Counted {
  rule_id: string;
  who: string;
  per: Per;
  starts_at: string;
}
export interface CountRow extends Counted {
  n: number;
}

const COUNTS = statement(
  "lead_sending.counts",
  `select c.rule_id, c.who, c.per, c.starts_at, c.n
   from jsonb_to_recordset($2::jsonb) as p (rule_id uuid, per text, starts_at timestamptz)
   join lead_counts c on c.company_id = $1 and c.rule_id = p.rule_id and c.per = p.per and c.starts_at = p.starts_at`,
);
type Stored = Omit<CountRow, "starts_at"> & { starts_at: Date };
/** The counts of these rules and of their people, in these periods. */
export async function counts(tx: Tx, companyId: string, periods: Omit<Counted, "who">[]): Promise<CountRow[]> {
  const rows = await tx.query<Stored>(COUNTS, [companyId, JSON.stringify(periods)]);
  return rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString() }));
}

const RAISE = statement(
  "lead_sending.raise_counts",
  `insert into lead_counts (company_id, rule_id, who, per, starts_at, n)
   select $1, c.rule_id, c.who, c.per, c.starts_at, c.n
   from jsonb_to_recordset($2::jsonb) as c (rule_id uuid, who uuid, per text, starts_at timestamptz, n integer)
   order by c.rule_id, c.who, c.per, c.starts_at
   on conflict (company_id, rule_id, who, per, starts_at) do update set n = lead_counts.n + excluded.n`,
);
export const raiseCounts = (tx: Tx, companyId: string, rows: CountRow[]) => tx.query(RAISE, [companyId, JSON.stringify(rows)]);

const GIVE_BACK = statement(
  "lead_sending.give_back",
  `with marked as (
     update lead_decisions set is_given_back = true where company_id = $1 and n = $2 and not is_given_back returning counted)
   update lead_counts c set n = greatest(c.n - 1, 0)
   from marked, json_to_recordset(marked.counted) as g (rule_id uuid, who uuid, per text, starts_at timestamptz)
   where c.company_id = $1 and c.rule_id = g.rule_id and c.who = g.who and c.per = g.per and c.starts_at = g.starts_at`,
);
/** A lead came back: its decision no longer counts towards any cap. Once, however often it is called. */
export async function giveBack(tx: Tx, companyId: string, n: number): Promise<void> {
  await lockRouting(tx, companyId);
  await tx.query(GIVE_BACK, [companyId, n]);
}

const PEOPLE = statement(
  "lead_sending.people",
  `select u.id, u.name, u.disabled_at is not null as is_gone, h.zone, h.days,
     (select max(a.ends_at) from absences a where a.company_id = u.company_id and a.user_id = u.id and a.starts_at <= $3 and a.ends_at > $3) as absent_until
   from users u left join working_hours h on h.company_id = u.company_id and h.id = u.id
   where u.company_id = $1 and u.id = any($2::uuid[])`,
);
export interface PersonRow {
  id: string;
  name: string;
  is_gone: boolean;
  zone: string | null;
  days: Hours["days"] | null;
  absent_until: Date | null;
}
export const people = (tx: Tx, companyId: string, ids: string[], at: Date) => tx.query<PersonRow>(PEOPLE, [companyId, ids, at]);

const DEFAULT_HOURS = statement("lead_sending.default_hours", "select zone, days from working_hours where company_id = $1 and id = $1");
export const defaultHours = async (tx: Tx, companyId: string) => (await tx.query<Hours>(DEFAULT_HOURS, [companyId]))[0];

const LOADS = statement(
  "lead_sending.loads",
  `select owner_id as id, count(*)::int as load from company_records
   where company_id = $1 and type_id = $2 and deleted_at is null and owner_id = any($3::uuid[]) and (stage is null or stage = any($4::text[]))
   group by owner_id`,
);
/** How many open leads each of them owns. */
export async function loads(tx: Tx, companyId: string, typeId: string, ids: string[], openStages: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; load: number }>(LOADS, [companyId, typeId, ids, openStages]);
  return new Map(rows.map((row) => [row.id, row.load]));
}

export interface DecisionRow {
  n: number;
  lead_id: string;
  cause: string;
  rules_version: number;
  /** JSON as it is stored: the bytes count. */
  facts: string;
  steps: string;
  outcome: string;
  kind: string;
  rule_id: string | null;
  user_id: string | null;
  destination_id: string | null;
  counted: string;
}

const INSERT = statement(
  "lead_sending.insert_decisions",
  `insert into lead_decisions (company_id, n, lead_id, at, cause, rules_version, facts, steps, outcome, kind, rule_id, user_id, destination_id, counted)
   select $1, d.n, d.lead_id, $3, d.cause, d.rules_version, d.facts::json, d.steps::json, d.outcome::json, d.kind, d.rule_id, d.user_id, d.destination_id, d.counted::json
   from jsonb_to_recordset($2::jsonb) as d (n bigint, lead_id uuid, cause text, rules_version integer, facts text, steps text, outcome text,
     kind text, rule_id uuid, user_id uuid, destination_id uuid, counted text)`,
);
export const insertDecisions = (tx: Tx, companyId: string, rows: DecisionRow[], at: Date) =>
  tx.query(INSERT, [companyId, JSON.stringify(rows), at]);

import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement, type Tx } from "../../../kernel/database.ts";
import { newId } from "../../../platform/random.ts";
import type { DestinationKind } from "../destination-operations.ts";

/** A lead to send to a destination, as a rule decided. */
export interface NewHop {
  leadId: string;
  /** Of the decision. */
  n: number;
  ruleId: string;
  destinationId: string;
  /** What follows if nobody can say whether it arrived: the next rule, or a person looks at it. */
  onUnknown: "next" | "hold";
}

const RESERVE = statement(
  "lead_sending.reserve",
  `insert into lead_deliveries (company_id, id, lead_id, n, rule_id, destination_id, on_unknown, reserved_at, next_at)
   select $1, h.id, h."leadId", h.n, h."ruleId", h."destinationId", h."onUnknown", $3, $3
   from jsonb_to_recordset($2::jsonb) as h (id uuid, "leadId" uuid, n integer, "ruleId" uuid, "destinationId" uuid, "onUnknown" text)`,
);

/** Writes down what a worker is to send, in the transaction of the decision. Answers their ids, in the same order. */
export async function reserveHops({ tx, actor, clock }: Call<Author>, hops: NewHop[]): Promise<string[]> {
  if (hops.length === 0) return [];
  const rows = hops.map((hop) => ({ id: newId(), ...hop }));
  await tx.query(RESERVE, [actor.companyId, JSON.stringify(rows), clock.now()]);
  return rows.map(({ id }) => id);
}

export interface DestinationFacts {
  name: string;
  kind: DestinationKind;
  isPaused: boolean;
}

const FACTS = statement(
  "lead_sending.destination_facts",
  `select id, name, kind, is_paused as "isPaused" from destinations where company_id = $1 and id = any($2::uuid[]) and deleted_at is null`,
);

/** What a decision needs to know of these destinations. One that is gone is missing. */
export async function destinationFacts(tx: Tx, companyId: string, ids: readonly string[]): Promise<Map<string, DestinationFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<DestinationFacts & { id: string }>(FACTS, [companyId, ids]);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

const TRIED = statement(
  "lead_sending.tried",
  `select lead_id as "leadId", array_agg(distinct destination_id) as ids from lead_deliveries
   where company_id = $1 and lead_id = any($2::uuid[]) and not is_past group by lead_id`,
);

/** The destinations that had each of these leads in its present round. One that gave it back is among them. */
export async function triedBy(tx: Tx, companyId: string, leadIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ leadId: string; ids: string[] }>(TRIED, [companyId, leadIds]);
  return new Map(rows.map(({ leadId, ids }) => [leadId, ids]));
}

const BEGIN_ROUND = statement(
  "lead_sending.begin_round",
  `update lead_deliveries set is_past = true
   where company_id = $1 and lead_id = any($2::uuid[]) and not is_past and state not in ('reserved', 'sending')
     and ($3::uuid is null or id <> $3)`,
);

/** From now on these leads may go to every destination again, except to the one that just gave it back. */
export const beginRound = (tx: Tx, companyId: string, leadIds: readonly string[], returned?: string) =>
  tx.query(BEGIN_ROUND, [companyId, leadIds, returned ?? null]);

const INSERT_TEST = statement(
  "lead_sending.insert_test",
  `insert into lead_deliveries (company_id, id, destination_id, on_unknown, reserved_at, next_at) values ($1, $2, $3, 'hold', $4, $4)`,
);

/** A delivery of a sample. No rule goes on after it. */
export async function insertTest({ tx, actor, clock }: Call<Author>, destinationId: string): Promise<string> {
  const id = newId();
  await tx.query(INSERT_TEST, [actor.companyId, id, destinationId, clock.now()]);
  return id;
}

const SEND_AGAIN = statement(
  "lead_sending.send_again",
  `update lead_deliveries set state = 'reserved', next_at = $3, finished_at = null
   where company_id = $1 and id = $2 and next_at is null and state in ('unknown', 'timeout') returning id`,
);

/** Sends it once more with the same key. False: what became of it is known. */
export const sendAgain = async (tx: Tx, companyId: string, id: string, now: Date): Promise<boolean> =>
  (await tx.query(SEND_AGAIN, [companyId, id, now])).length > 0;

const ON_ITS_WAY = statement(
  "lead_sending.on_its_way",
  `select id from lead_deliveries where company_id = $1 and lead_id = $2 and (state = 'sending' or next_at is not null) limit 1`,
);

export const isOnItsWay = async (tx: Tx, companyId: string, leadId: string): Promise<boolean> =>
  (await tx.query(ON_ITS_WAY, [companyId, leadId])).length > 0;

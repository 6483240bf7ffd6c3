import { statement, type Tx } from "../../../kernel/database.ts";
import type { DestinationKind } from "../destination-operations.ts";
import type { Accept, Mapping } from "../destinations/store.ts";
import type { Attempt } from "./outcome.ts";
import { isDead } from "../../../platform/due-work/dead-holders.ts";

/** A delivery that is worked on. */
export interface HopRow {
  id: string;
  lead_id: string | null;
  destination_id: string;
  n: number | null;
  rule_id: string | null;
  on_unknown: "next" | "hold";
  state: string;
  attempts: Attempt[];
  lease_by: string | null;
  reserved_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `h.id, h.lead_id, h.destination_id, h.n, h.rule_id, h.on_unknown, h.state, h.attempts, h.lease_by, h.reserved_at, h.finished_at`;

const DEAD = statement(
  "lead_sending.dead",
  `select ${COLUMNS} from lead_deliveries h
   where h.company_id = $1 and h.state = 'sending' and h.lease_by <> $2 and ${isDead("h.lease_by")}
   order by h.id limit 50 for update of h skip locked`,
);

/** Deliveries whose worker died while it was sending them: the lock on its name is free. */
export const lockDead = (tx: Tx, companyId: string, me: string) => tx.query<HopRow>(DEAD, [companyId, me]);

// Of each destination as many as it has room for. With one row locked by another worker the next ones are looked at.
const CLAIM = statement(
  "lead_sending.claim",
  `with due as (
     select h.id from destinations d
     cross join lateral (
       select h.id from lead_deliveries h
       where h.company_id = $1 and h.destination_id = d.id and h.next_at <= $3
       order by h.next_at, h.id limit coalesce(($5::jsonb ->> d.id::text)::int, $6) for update skip locked
     ) as h
     where d.company_id = $1 limit $4
   )
   update lead_deliveries h set state = 'sending', lease_by = $2, next_at = null, tries = h.tries + 1
   from due where h.company_id = $1 and h.id = due.id
   returning ${COLUMNS}, h.body`,
);

export interface ClaimedRow extends HopRow {
  body: Buffer | null;
}

interface Claim {
  lease: string;
  most: number;
  /** How many may be sent to a destination now, where it is not the usual number. */
  room: Record<string, number>;
  usualRoom: number;
  now: Date;
}

/** Takes deliveries that are due: from now on they count as being sent. */
export const claimDue = (tx: Tx, companyId: string, { lease, most, room, usualRoom, now }: Claim) =>
  tx.query<ClaimedRow>(CLAIM, [companyId, lease, now, most, JSON.stringify(room), usualRoom]);

const LOCK_MINE = statement(
  "lead_sending.lock_mine",
  `select ${COLUMNS} from lead_deliveries h where h.company_id = $1 and h.id = $2 and h.lease_by = $3 for update`,
);

/** The delivery, if this worker still has it. */
export async function lockMine(tx: Tx, companyId: string, id: string, lease: string): Promise<HopRow | undefined> {
  const [row] = await tx.query<HopRow>(LOCK_MINE, [companyId, id, lease]);
  return row;
}

const SAVE_BODIES = statement(
  "lead_sending.save_bodies",
  `update lead_deliveries h set body = convert_to(b.body, 'UTF8')
   from jsonb_to_recordset($2::jsonb) as b (id uuid, body text) where h.company_id = $1 and h.id = b.id`,
);

/** Before they are sent for the first time: every try sends the same bytes. */
export const saveBodies = (tx: Tx, companyId: string, bodies: { id: string; body: string }[]) =>
  tx.query(SAVE_BODIES, [companyId, JSON.stringify(bodies)]);

const SETTLE = statement(
  "lead_sending.settle",
  `update lead_deliveries set state = $3, next_at = $4, lease_by = null, reason = $5, is_failure = $6, attempts = attempts || $7::jsonb,
     ms = coalesce($8, ms), finished_at = case when $4::timestamptz is null then $9::timestamptz end
   where company_id = $1 and id = $2`,
);

export interface Settled {
  id: string;
  state: string;
  nextAt: Date | null;
  reason: string | null;
  isFailure: boolean;
  attempt: Attempt;
  now: Date;
}

export const settle = (tx: Tx, companyId: string, { id, state, nextAt, reason, isFailure, attempt, now }: Settled) =>
  tx.query(SETTLE, [companyId, id, state, nextAt, reason, isFailure, JSON.stringify([attempt]), attempt.ms, now]);

const LATER = statement(
  "lead_sending.later",
  `select h.id from lead_deliveries h
   where h.company_id = $1 and h.id = any($2::uuid[])
     and exists (select from lead_decisions d where d.company_id = $1 and d.lead_id = h.lead_id and d.n > h.n)`,
);

/** Those whose lead was decided about again since: they have no say in where it goes next. */
export async function decidedSince(tx: Tx, companyId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(LATER, [companyId, ids]);
  return new Set(rows.map((row) => row.id));
}

export interface TargetRow {
  id: string;
  name: string;
  kind: DestinationKind;
  url: string | null;
  headers: Buffer | null;
  secret: Buffer | null;
  code: Buffer | null;
  mapping: Mapping;
  accept: Accept;
  timeout_ms: number;
  email: string | null;
  user_id: string | null;
  is_active: boolean | null;
  return_days: number;
  is_paused: boolean;
  is_deleted: boolean;
  sent_today: number;
}

const TARGETS = statement(
  "lead_sending.targets",
  `select d.id, d.name, d.kind, d.url, d.headers, d.secret, d.code, d.mapping, d.accept, d.timeout_ms, d.email, d.user_id, u.disabled_at is null as is_active,
     d.return_days, d.is_paused, d.deleted_at is not null as is_deleted,
     case when d.kind = 'email' then (select count(*)::int from (
       select from lead_deliveries h where h.company_id = $1 and h.destination_id = d.id and h.id >= uuid_at($3::timestamptz) and h.state = 'accepted' limit 500
     ) as today) else 0 end as sent_today
   from destinations d left join users u on u.company_id = d.company_id and u.id = d.user_id
   where d.company_id = $1 and d.id = any($2::uuid[])`,
);

/** Where to send, also where it is paused or deleted. */
export const targets = (tx: Tx, companyId: string, ids: string[], dayAgo: Date) => tx.query<TargetRow>(TARGETS, [companyId, ids, dayAgo]);

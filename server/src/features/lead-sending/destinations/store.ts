import { statement, type Tx } from "../../../kernel/database.ts";
import type { z } from "zod";
import { namedStatement } from "../../../platform/postgres/named-statement.ts";
import type { AcceptTest, DestinationKind, Mapped } from "../destination-operations.ts";

export type Mapping = z.output<typeof Mapped>[];
export type Accept = z.output<typeof AcceptTest>;

export interface DestinationRow {
  id: string;
  name: string;
  kind: DestinationKind;
  url: string | null;
  header_names: string[];
  last_four: string | null;
  mapping: Mapping;
  accept: Accept;
  timeout_ms: number;
  email: string | null;
  member: { id: string; name: string } | null;
  code_last_four: string | null;
  return_days: number;
  is_paused: boolean;
  created_at: Date;
  updated_at: Date;
}

/** What is stored sealed. */
export interface SealedRow {
  headers: Buffer | null;
  secret: Buffer | null;
  code: Buffer | null;
}

const SELECT = `select d.id, d.name, d.kind, d.url, d.header_names, d.last_four, d.mapping, d.accept, d.timeout_ms, d.email, d.code_last_four,
    d.return_days, d.is_paused, d.created_at, d.updated_at, case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as member
  from destinations d left join users u on u.company_id = d.company_id and u.id = d.user_id
  where d.company_id = $1 and d.deleted_at is null`;

export const list = (tx: Tx, companyId: string, before: string | undefined, rows: number) =>
  tx.query<DestinationRow>(`${SELECT} and ($2::uuid is null or d.id < $2) order by d.id desc limit $3`, [companyId, before ?? null, rows]);

export async function find(tx: Tx, companyId: string, id: string): Promise<DestinationRow | undefined> {
  const [row] = await tx.query<DestinationRow>(`${SELECT} and d.id = $2`, [companyId, id]);
  return row;
}

/** Waits for whoever changes it. Not `for update`: deliveries that refer to it do not wait. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<(DestinationRow & SealedRow) | undefined> {
  const [row] = await tx.query<DestinationRow & SealedRow>(
    `${SELECT.replace("select d.id", "select d.headers, d.secret, d.code, d.id")} and d.id = $2 for no key update of d`,
    [companyId, id],
  );
  return row;
}

export interface SavedDestination extends SealedRow {
  id: string;
  name: string;
  kind: DestinationKind;
  url: string | null;
  headerNames: string[];
  lastFour: string | null;
  mapping: Mapping;
  accept: Accept;
  timeoutMs: number;
  email: string | null;
  userId: string | null;
  codeLastFour: string | null;
  returnDays: number;
}

const KEY = ["company", "id", "now"] as const;
const REACHED = ["name", "url", "headers", "headerNames", "secret", "lastFour", "timeoutMs", "email", "userId"] as const;
const SETTINGS = ["mapping", "accept", "code", "codeLastFour", "returnDays"] as const;

const valuesOf = (companyId: string, row: SavedDestination, now: Date) => ({
  ...row,
  company: companyId,
  now,
  mapping: JSON.stringify(row.mapping),
  accept: JSON.stringify(row.accept),
});

const INSERT = namedStatement(
  "lead_sending.insert_destination",
  [...KEY, ...REACHED, ...SETTINGS, "kind", "by"],
  `insert into destinations (company_id, id, name, url, headers, header_names, secret, last_four, mapping, accept, timeout_ms, email, user_id,
     code, code_last_four, return_days, kind, created_by, created_at, updated_at)
   values (:company, :id, :name, :url, :headers, :headerNames, :secret, :lastFour, :mapping, :accept, :timeoutMs, :email, :userId,
     :code, :codeLastFour, :returnDays, :kind, :by, :now, :now)`,
);

export const insert = (tx: Tx, companyId: string, row: SavedDestination, by: string, now: Date) =>
  tx.query(INSERT.statement, INSERT.values({ ...valuesOf(companyId, row, now), by }));

const UPDATE = namedStatement(
  "lead_sending.update_destination",
  [...KEY, ...REACHED, ...SETTINGS],
  `update destinations set name = :name, url = :url, headers = :headers, header_names = :headerNames, secret = :secret, last_four = :lastFour,
     mapping = :mapping, accept = :accept, timeout_ms = :timeoutMs, email = :email, user_id = :userId, code = :code,
     code_last_four = :codeLastFour, return_days = :returnDays, updated_at = :now
   where company_id = :company and id = :id`,
);

export const update = (tx: Tx, companyId: string, row: SavedDestination, now: Date) =>
  tx.query(UPDATE.statement, UPDATE.values(valuesOf(companyId, row, now)));

export const setPaused = (tx: Tx, companyId: string, id: string, isPaused: boolean, now: Date) =>
  tx.query("update destinations set is_paused = $3, updated_at = $4 where company_id = $1 and id = $2", [companyId, id, isPaused, now]);

/** The name stays, for the log. */
export const remove = (tx: Tx, companyId: string, id: string, now: Date) =>
  tx.query(
    `update destinations set deleted_at = $3, url = null, headers = null, header_names = '{}', secret = null, last_four = null, mapping = '[]',
       email = null, user_id = null, code = null, code_last_four = null
     where company_id = $1 and id = $2`,
    [companyId, id, now],
  );

export interface HealthRow {
  id: string;
  waiting: number;
  accepted: number;
  refused: number;
  timeouts: number;
  unknown: number;
  returned: number;
  median_ms: number | null;
  /** Of the last five, newest first, whether each failed. */
  last: { failed: boolean; reason: string | null }[] | null;
}

// A busy destination has many a day: the last ten thousand say how it is doing.
const HEALTH = statement(
  "lead_sending.health",
  `select d.id, open.count as waiting, day.*, last.last from unnest($2::uuid[]) as d (id)
   cross join lateral (
     select count(*)::int from (
       select from lead_deliveries h where h.company_id = $1 and h.destination_id = d.id and h.next_at is not null limit 10000) as rows
   ) as open
   cross join lateral (
     select (count(*) filter (where state = 'accepted'))::int as accepted, (count(*) filter (where state = 'refused'))::int as refused,
       (count(*) filter (where state = 'timeout'))::int as timeouts, (count(*) filter (where state = 'unknown'))::int as unknown,
       (count(*) filter (where state = 'returned'))::int as returned,
       (percentile_cont(0.5) within group (order by ms) filter (where ms is not null))::int as median_ms
     from (select h.state, h.ms from lead_deliveries h where h.company_id = $1 and h.destination_id = d.id and h.lead_id is not null
       and h.id >= uuid_at($3::timestamptz) order by h.id desc limit 10000) as recent
   ) as day
   cross join lateral (
     select json_agg(json_build_object('failed', is_failure, 'reason', reason)) as last
     from (select h.is_failure, h.reason from lead_deliveries h where h.company_id = $1 and h.destination_id = d.id and h.finished_at is not null
       order by h.id desc limit 5) as recent
   ) as last`,
);

export const health = (tx: Tx, companyId: string, ids: string[], since: Date) => tx.query<HealthRow>(HEALTH, [companyId, ids, since]);

export const replaceSecret = (tx: Tx, companyId: string, id: string, secret: Buffer, lastFour: string, now: Date) =>
  tx.query("update destinations set secret = $3, last_four = $4, updated_at = $5 where company_id = $1 and id = $2", [
    companyId,
    id,
    secret,
    lastFour,
    now,
  ]);

import type { Tx } from "../../kernel/database.ts";
import { firstIdAt, slackBefore } from "../../platform/log-reader/news.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import { join, raw, sql, toQuery, type Sql } from "../../platform/postgres/sql.ts";
import type { LogEvent } from "./messages.ts";

export interface ReplayRow {
  id: string;
  webhook: string;
  target: string;
  since: Date;
  until: Date;
  event_types: string[];
  filter: string;
  only_failed: boolean;
  with_delivered: boolean;
  state: "running" | "done" | "stopped" | "failed";
  total: number;
  queued: number;
  written_in: string;
  place: string;
  user_id: string;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `id, webhook_id as webhook, target_id as target, since, until, event_types, filter, only_failed, with_delivered, state, total, queued,
  written_in::text as written_in, place::text as place, user_id, created_at, finished_at`;

const INSERT = namedStatement(
  "webhooks.insert_replay",
  [
    "company",
    "id",
    "webhook",
    "target",
    "since",
    "until",
    "event_types",
    "filter",
    "only_failed",
    "with_delivered",
    "state",
    "total",
    "user_id",
    "created_at",
  ],
  `insert into webhook_replays (company_id, id, webhook_id, target_id, since, until, event_types, filter, only_failed, with_delivered, state,
     total, user_id, created_at)
   values (:company, :id, :webhook, :target, :since, :until, :event_types, :filter, :only_failed, :with_delivered, :state,
     :total, :user_id, :created_at)`,
);

export const insert = (tx: Tx, companyId: string, row: ReplayRow) =>
  tx.query(INSERT.statement, INSERT.values({ ...row, company: companyId }));

export const list = (tx: Tx, companyId: string, webhookId: string, before: string | undefined, rows: number) =>
  tx.query<ReplayRow>(
    `select ${COLUMNS} from webhook_replays where company_id = $1 and webhook_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [companyId, webhookId, before ?? null, rows],
  );

export async function lock(tx: Tx, companyId: string, id: string): Promise<ReplayRow | undefined> {
  const [row] = await tx.query<ReplayRow>(`select ${COLUMNS} from webhook_replays where company_id = $1 and id = $2 for update`, [
    companyId,
    id,
  ]);
  return row;
}

/** All replays from and to a webhook. */
export const lockOf = (tx: Tx, companyId: string, webhookId: string) =>
  tx.query("select from webhook_replays where company_id = $1 and (webhook_id = $2 or target_id = $2) order by id for update", [
    companyId,
    webhookId,
  ]);

export const move = (tx: Tx, companyId: string, row: ReplayRow) =>
  tx.query(
    `update webhook_replays set state = $3, queued = $4, written_in = $5::text::xid8, place = $6, finished_at = $7 where company_id = $1 and id = $2`,
    [companyId, row.id, row.state, row.queued, row.written_in, row.place, row.finished_at],
  );

/** What a replay sends: the same question counts it and reads it. */
export interface ReplaySource {
  companyId: string;
  since: Date;
  until: Date;
  eventTypes: string[];
  fields: string[];
  /** For each filter that applies, the conditions on records of which one must hold. */
  filters: Sql[][];
  /** Only what this webhook was sent and did not take. */
  failedOf: string | undefined;
  /** Without what this webhook has accepted already. */
  notDeliveredTo: string | undefined;
  /** Channels that everyone sees. Events of others are not sent. */
  openChannels: string[];
}

export interface ReplayedEvent extends LogEvent {
  written_in: string;
  place: string;
}

export async function count(tx: Tx, source: ReplaySource, max: number): Promise<number> {
  const { text, values } = toQuery(sql`select count(*)::int as count from (select ${fromLog(source)} limit ${max}) as found`);
  const [row] = await tx.query<{ count: number }>(text, values);
  return row?.count ?? 0;
}

export function read(tx: Tx, source: ReplaySource, after: { written_in: string; place: string }, limit: number) {
  const columns =
    raw(`e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation_id, e.data, e.changes,
    e.written_in::text as written_in, e.place::text as place`);
  const { text, values } = toQuery(
    sql`select ${columns} ${fromLog(source)} and (e.written_in, e.place) > (${after.written_in}::text::xid8, ${after.place}::bigint)
      order by e.written_in, e.place limit ${limit}`,
  );
  return tx.query<ReplayedEvent>(text, values);
}

function fromLog({ companyId, since, until, eventTypes, fields, filters, failedOf, notDeliveredTo, openChannels }: ReplaySource): Sql {
  const conditions = [
    sql`e.company_id = ${companyId} and e.at >= ${since} and e.at < ${until}`,
    // Lets PostgreSQL leave out other months.
    sql`e.id >= ${firstIdAt(slackBefore(since))}::uuid`,
    sql`(e.data ->> 'channel' is null or e.data ->> 'is_shared' = 'true' or e.data ->> 'channel' = any(${openChannels}::text[]))`,
    ...(eventTypes.length > 0 ? [sql`e.type = any(${eventTypes}::text[])`] : []),
    ...(fields.length > 0 ? [sql`e.changes ?| ${fields}::text[]`] : []),
    ...filters.map(
      (oneOf) =>
        sql`e.subject_type = 'rec' and exists (select from company_records r where r.id = e.subject_id and (${join(
          oneOf.map((one) => sql`(${one})`),
          " or ",
          "false",
        )}))`,
    ),
    ...(failedOf
      ? [
          sql`exists (select from webhook_deliveries d where d.company_id = ${companyId} and d.webhook_id = ${failedOf} and d.event_id = e.id
            and d.state <> 'delivered')`,
        ]
      : []),
    ...(notDeliveredTo
      ? [
          sql`not exists (select from webhook_deliveries d where d.company_id = ${companyId} and d.webhook_id = ${notDeliveredTo} and d.event_id = e.id
            and d.state = 'delivered')`,
        ]
      : []),
  ];
  return sql`from events e where ${join(conditions, " and ", "true")}`;
}

/** Hands messages over for sending. One that was sent before keeps its bytes; one that waits for its next attempt has it now. */
export async function queue(tx: Tx, companyId: string, webhookId: string, events: (ReplayedEvent & { body: string })[], now: Date) {
  const rows = events.map((event) => ({ ...event, name: typeof event.data["name"] === "string" ? event.data["name"] : null }));
  await tx.query(
    `insert into webhook_deliveries as d (company_id, webhook_id, event_id, type, at, subject_type, subject_id, subject_name, written_in, place, state, body, next_at)
     select $1, $2, e.id, e.type, e.at, e.subject_type, e.subject_id, e.name, e.written_in::xid8, e.place::bigint, 'waiting', convert_to(e.body, 'UTF8'), $4
     from jsonb_to_recordset($3::jsonb) as e (id uuid, type text, at timestamptz, subject_type text, subject_id uuid, name text, written_in text, place text, body text)
     on conflict (company_id, webhook_id, event_id) do update set next_at = $4,
       state = case when d.state = 'retrying' then d.state else 'waiting' end, attempt_count = case when d.state = 'retrying' then d.attempt_count else 0 end
     where d.state in ('delivered', 'failed', 'retrying')`,
    [companyId, webhookId, JSON.stringify(rows), now],
  );
}

/** Messages that are ready and not sent yet. */
export async function countReady(tx: Tx, companyId: string, webhookId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*)::int as count from webhook_deliveries where company_id = $1 and webhook_id = $2 and state = 'waiting'",
    [companyId, webhookId],
  );
  return row?.count ?? 0;
}

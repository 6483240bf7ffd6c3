import { statement, type Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import type { EventRow, Surface } from "../../kernel/call.ts";
import type { LogPosition } from "../../platform/log-reader/position.ts";
import { isOfChannels } from "../channels/index.ts";
import { readWindow, windowStatement } from "../../platform/log-reader/window.ts";

const APPEND = statement(
  "events.append",
  `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, actor_key, via, operation, operation_id, request_id, data, changes)
   select e.company_id, e.id, e.at, e.type, e.subject_type, e.subject_id, e.actor_user, e.actor_key, e.via, e.operation, e.operation_id, e.request_id, e.data, e.changes
   from jsonb_to_recordset($1::jsonb) as e (company_id uuid, id uuid, at timestamptz, type text, subject_type text, subject_id uuid, actor_user uuid, actor_key uuid,
     via text, operation text, operation_id uuid, request_id text, data jsonb, changes jsonb)`,
);

/** Writes events in the transaction of their change: one or a thousand, in one statement. */
export async function appendEvents(tx: Tx, rows: EventRow[]): Promise<void> {
  const written = rows.map((row) => ({
    company_id: row.companyId,
    id: row.id,
    at: row.at,
    type: row.type,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    actor_user: row.actorUser,
    actor_key: row.actorKey,
    via: row.via,
    operation: row.operation,
    operation_id: row.operationId,
    request_id: row.requestId,
    data: row.data,
    changes: row.changes,
  }));
  await tx.query(APPEND, [JSON.stringify(written)]);
}

export interface ListedEvent {
  id: string;
  at: Date;
  type: string;
  subject_type: string;
  subject_id: string;
  subject_name: string | null;
  actor: { id: string; name: string } | null;
  key: { id: string; name: string } | null;
  via: Surface;
  operation: string;
  operation_id: string;
  data: unknown;
  changes: Changes | null;
}

const select = (
  more = "",
) => `select e.id, e.at, e.type, e.subject_type, e.subject_id, e.data ->> 'name' as subject_name, e.via, e.operation, e.operation_id, e.data, e.changes,${more}
     case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as actor,
     case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as key
   from events e
   left join users u on u.company_id = e.company_id and u.id = e.actor_user
   left join api_keys k on k.company_id = e.company_id and k.id = e.actor_key`;
const LIST = statement(
  "events.list",
  `${select()}
   where e.company_id = $1 and ($2::text is null or e.type = $2) and ($3::uuid is null or e.actor_user = $3)
     and ($4::uuid is null or e.actor_key = $4) and ($5::uuid is null or e.id < $5)
     and ${isOfChannels("e", "$7")}
   order by e.id desc limit $6`,
);
const OF_SUBJECT = statement(
  "events.of_subject",
  `${select()} where e.company_id = $1 and e.subject_type = $2 and e.subject_id = any($3::uuid[]) and ($4::uuid is null or e.id < $4) order by e.id desc limit $5`,
);
const LATEST = statement(
  "events.latest",
  `${select()} where e.company_id = $1 and e.subject_type = $2 and ($3::uuid is null or e.id < $3) order by e.id desc limit $4`,
);
const FIRST_OF_OPERATION = statement(
  "events.first_of_operation",
  "select id from events where company_id = $1 and operation_id = $2 order by id limit 1",
);
const OF_OPERATION = statement(
  "events.of_operation",
  `${select(" e.place,")} where e.company_id = $1 and e.operation_id = $2 and ($3::uuid is null or e.id < $3) order by e.id desc limit $4`,
);
const TOUCHED = statement(
  "events.touched",
  `select distinct subject_id from events where company_id = $1 and subject_type = $2 and subject_id = any($3::uuid[]) and type like $4 and operation_id <> all($5::uuid[])`,
);

/** The events of one subject, or of several that were merged, newest first. */
export const eventsOf = (tx: Tx, companyId: string, subjectType: string, subjectIds: string[], before: string | undefined, limit: number) =>
  tx.query<ListedEvent>(OF_SUBJECT, [companyId, subjectType, subjectIds, before ?? null, limit]);

/** The latest events of one subject type, newest first. */
export const latestEvents = (tx: Tx, companyId: string, subjectType: string, before: string | undefined, limit: number) =>
  tx.query<ListedEvent>(LATEST, [companyId, subjectType, before ?? null, limit]);

/** The first event of an operation. */
export async function firstOfOperation(tx: Tx, companyId: string, operationId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(FIRST_OF_OPERATION, [companyId, operationId]);
  return row?.id;
}

interface PlacedEvent extends ListedEvent {
  /** Their order within a millisecond too, as a number in text. */
  place: string;
}

/** The events of one operation, newest first, from a position on. */
export const eventsOfOperation = (tx: Tx, companyId: string, operationId: string, before: string | undefined, limit: number) =>
  tx.query<PlacedEvent>(OF_OPERATION, [companyId, operationId, before ?? null, limit]);

const WEIGH_OPERATION = statement(
  "events.sizes_of_operation",
  "select coalesce(octet_length(changes::text) / 3, 0) as characters from events where company_id = $1 and operation_id = $2 order by id desc limit $3",
);
/** How many characters the changes of an operation hold at least, event by event: a character has three bytes at most. */
export const sizesOfOperation = async (tx: Tx, companyId: string, operationId: string, limit: number) =>
  (await tx.query<{ characters: number }>(WEIGH_OPERATION, [companyId, operationId, limit])).map((row) => row.characters);

const COUNT_OPERATION = statement(
  "events.count_operation",
  `select count(*)::int as events, count(distinct subject_id) filter (where subject_type = 'rec')::int as records
   from (select subject_id, subject_type from events where company_id = $1 and operation_id = $2 order by id desc limit $3) as e`,
);
/** How many events an operation has, and how many records it changed: at most `limit`. */
export async function countOperation(tx: Tx, companyId: string, operationId: string, limit: number) {
  const [counted] = await tx.query<{ events: number; records: number }>(COUNT_OPERATION, [companyId, operationId, limit]);
  return counted ?? { events: 0, records: 0 };
}

const CHANGED_FIELDS = statement(
  "events.changed_fields",
  `select e.operation_id, array_agg(distinct field order by field) as fields from unnest($2::uuid[]) as o (id)
   cross join lateral (
     select operation_id, changes from events where company_id = $1 and operation_id = o.id and type = 'record.updated' and jsonb_typeof(changes) = 'object' limit 1000
   ) as e
   cross join lateral jsonb_object_keys(e.changes) as field group by e.operation_id`,
);
/** The fields that these operations changed on records that were there before. Of a large one, the first thousand records are looked at. */
export async function changedFields(tx: Tx, companyId: string, operationIds: string[]): Promise<Map<string, string[]>> {
  if (operationIds.length === 0) return new Map();
  const rows = await tx.query<{ operation_id: string; fields: string[] }>(CHANGED_FIELDS, [companyId, operationIds]);
  return new Map(rows.map((row) => [row.operation_id, row.fields]));
}

/** Which of these subjects have an event of that type from any other operation. */
export async function touchedByOthers(
  tx: Tx,
  companyId: string,
  subjectType: string,
  subjectIds: string[],
  kind: string,
  operationIds: string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ subject_id: string }>(TOUCHED, [companyId, subjectType, subjectIds, kind, operationIds]);
  return new Set(rows.map((row) => row.subject_id));
}

const AFTER = windowStatement(
  "events.after",
  "e.id, e.at, e.type, e.subject_id, e.actor_user, e.actor_key, e.operation_id, e.data, e.changes",
  "e.subject_type = $7 and ($8::text is null or e.data ->> 'type' = $8) and e.type = any($9::text[])",
);

export interface FedEvent {
  id: string;
  at: Date;
  type: string;
  subject_id: string;
  actor_user: string | null;
  actor_key: string | null;
  operation_id: string;
  data: unknown;
  changes: Changes | null;
  written_in: string;
  place: string;
}

interface Followed {
  subjectType: string;
  /** Only subjects of this record type. */
  type: string | undefined;
  /** Only these types of event. */
  kinds: readonly string[];
}

/** The events after a position, those of one subject in order, and the end of the window that was read. */
export const eventsAfter = (tx: Tx, companyId: string, { subjectType, type, kinds }: Followed, position: LogPosition, limit: number) =>
  readWindow<FedEvent>(tx, AFTER, companyId, position, limit, [subjectType, type ?? null, kinds]);

interface Wanted {
  type?: string | undefined;
  actor?: string | undefined;
  key?: string | undefined;
  before?: string | undefined;
  limit: number;
  /** Those whose events the reader may see. */
  channels: string[];
}

export async function list(tx: Tx, companyId: string, { type, actor, key, before, limit, channels }: Wanted): Promise<ListedEvent[]> {
  return tx.query<ListedEvent>(LIST, [companyId, type ?? null, actor ?? null, key ?? null, before ?? null, limit, channels]);
}

import { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import { cutChanges } from "../../platform/cut-text.ts";
import { join, sql, toQuery } from "../../platform/postgres/sql.ts";
import { operationId, showId } from "../../platform/ids.ts";
import { openChannels } from "../channels/index.ts";
import { keyId } from "../keys/operations.ts";
import { memberId } from "../members/operations.ts";
import { presentRecords, showChanges } from "../records/index.ts";
import { activityId, CrmRecord, noteId, recordId } from "../records/operations.ts";
import type { CompanySchema } from "../types/index.ts";
import { readWebhookFilter } from "./filter.ts";
import type { Settings } from "./store.ts";

const RECORD = "rec";
// A receiver behind a small proxy must be able to take it. The record can be read by its id.
const MAX_BODY_BYTES = 20_000;
// Of each text in what changed, where all of it is too long.
const MAX_CHANGED_TEXT = 300;

/** An event as the log has it. */
export interface LogEvent {
  id: string;
  at: Date;
  type: string;
  subject_type: string;
  subject_id: string;
  actor_user: string | null;
  actor_key: string | null;
  via: string;
  operation_id: string;
  data: Record<string, unknown>;
  changes: Changes | null;
}

/** What decides whether it is sent. */
export type JudgedEvent = Pick<LogEvent, "id" | "type" | "subject_type" | "subject_id" | "data" | "changes">;

type Condition = Pick<Settings, "event_types" | "filter" | "fields">;

/** Why each of these events would not be sent. An event that is sent is not in it. */
export async function findUnwanted(call: Call<Member>, schema: CompanySchema, wanted: Condition, events: JudgedEvent[]) {
  const unwanted = new Map<string, string>();
  for (const event of events) {
    if (wanted.event_types.length > 0 && !wanted.event_types.includes(event.type)) unwanted.set(event.id, "type");
    else if (wanted.fields.length > 0 && !wanted.fields.some((key) => event.changes && Object.hasOwn(event.changes, key)))
      unwanted.set(event.id, "fields");
  }
  for (const id of await findLimited(call.tx, call.actor.companyId, events)) unwanted.set(id, "limited");
  if (wanted.filter.trim() === "") return unwanted;
  const left = events.filter((event) => !unwanted.has(event.id));
  const matching = left.length > 0 ? await findMatching(call, schema, wanted.filter, left) : new Set<string>();
  for (const event of left) if (!(event.subject_type === RECORD && matching.has(event.subject_id))) unwanted.set(event.id, "filter");
  return unwanted;
}

/**
 * Events of channels that not every member sees. They are not sent: whoever may read a webhook's log would learn of conversations that do
 * not exist for them.
 */
export async function findLimited(tx: Tx, companyId: string, events: Pick<LogEvent, "id" | "data">[]): Promise<string[]> {
  const limited = events.filter(({ data }) => typeof data["channel"] === "string" && data["is_shared"] !== true);
  if (limited.length === 0) return [];
  const open = new Set(await openChannels(tx, companyId));
  return limited.filter(({ data }) => !open.has(String(data["channel"]))).map(({ id }) => id);
}

/** The records among the subjects of these events that match now. */
async function findMatching(call: Call<Member>, schema: CompanySchema, filter: string, events: JudgedEvent[]): Promise<Set<string>> {
  const conditions = [...(await readWebhookFilter(call, schema, filter)).values()];
  const ids = [...new Set(events.filter((event) => event.subject_type === RECORD).map((event) => event.subject_id))];
  if (ids.length === 0) return new Set();
  const { text, values } = toQuery(
    sql`select r.id from company_records r where r.id = any(${ids}::uuid[]) and (${join(
      conditions.map((one) => sql`(${one})`),
      " or ",
      "false",
    )})`,
  );
  return new Set((await call.tx.query<{ id: string }>(text, values)).map((row) => row.id));
}

/** The body of each event's message. It is made once; every attempt sends the same bytes. */
export async function makeBodies(tx: Tx, companyId: string, schema: CompanySchema, events: LogEvent[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  const [records, names] = await Promise.all([readRecords(tx, companyId, schema, events), readNames(tx, companyId, events)]);
  return new Map(events.map((event) => [event.id, bodyOf(event, schema, records, names)]));
}

type ShownRecord = z.input<typeof CrmRecord>;

async function readRecords(tx: Tx, companyId: string, schema: CompanySchema, events: LogEvent[]): Promise<Map<string, ShownRecord>> {
  const rows = new Map<string, { id: string; type_id: string }>();
  for (const { subject_type, subject_id, data } of events) {
    const type = schema.byKey.get(String(data["type"]));
    if (subject_type === RECORD && type) rows.set(subject_id, { id: subject_id, type_id: type.id });
  }
  const shown = await presentRecords(tx, companyId, schema, [...rows.values()]);
  return new Map(shown.map((record) => [record.id, z.encode(CrmRecord, record)]));
}

const NAMES = statement(
  "webhooks.names",
  `select id, name from users where company_id = $1 and id = any($2::uuid[])
   union all select id, name from api_keys where company_id = $1 and id = any($2::uuid[])`,
);

async function readNames(tx: Tx, companyId: string, events: LogEvent[]): Promise<Map<string, string>> {
  const ids = new Set(events.flatMap((event) => [event.actor_user ?? [], event.actor_key ?? []].flat()));
  if (ids.size === 0) return new Map();
  const rows = await tx.query<{ id: string; name: string }>(NAMES, [companyId, [...ids]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function bodyOf(event: LogEvent, schema: CompanySchema, records: Map<string, ShownRecord>, names: Map<string, string>): string {
  const named = (id: string | null, show: (id: string) => string) => (id ? { id: show(id), name: names.get(id) ?? "" } : null);
  const data = {
    id: showId(event.subject_type, event.subject_id),
    ...(event.subject_type === RECORD ? aboutRecord(event, schema, records) : { details: event.data, changes: event.changes }),
    actor: named(event.actor_user, memberId.encode),
    key: named(event.actor_key, keyId.encode),
    via: event.via,
    operation_id: operationId.encode(event.operation_id),
  };
  return fitting(data, (shown) => JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: shown }));
}

interface Shown {
  record?: unknown;
  details?: unknown;
  changes: Changes | null;
}

/** The body that fits: complete, or without the record, or with the start of changed texts, or without any of it. */
function fitting<Data extends Shown>(data: Data, write: (data: object) => string): string {
  const less = { ...data, ...("record" in data ? { record: null } : {}), is_cut: true };
  const bodies = [
    () => write(data),
    () => write(less),
    () => write({ ...less, changes: data.changes && cutChanges(data.changes, MAX_CHANGED_TEXT) }),
    () => write({ ...less, changes: null }),
  ];
  for (const make of bodies) {
    const body = make();
    if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body;
  }
  return write({ ...less, changes: null, ...("details" in data ? { details: null } : {}) });
}

function aboutRecord(event: LogEvent, schema: CompanySchema, records: Map<string, ShownRecord>) {
  const { name, type, note, mentions, activity, kind, into, unmerged_from } = event.data;
  const record = records.get(event.subject_id) ?? null;
  return {
    type,
    name,
    version: record?.version ?? null,
    record,
    changes: showChanges(schema.byKey.get(String(type)), event),
    ...(typeof note === "string" ? { note: noteId.encode(note) } : {}),
    ...(Array.isArray(mentions) ? { mentions } : {}),
    ...(typeof activity === "string" ? { activity: activityId.encode(activity), kind } : {}),
    ...(typeof into === "string" ? { into: recordId.encode(into) } : {}),
    ...(typeof unmerged_from === "string" ? { unmerged_from: recordId.encode(unmerged_from) } : {}),
  };
}

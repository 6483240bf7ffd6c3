import type { Member, System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { positionAfter, type LogPosition } from "../../../platform/log-reader/position.ts";
import { readBeside, type WindowBeside } from "../../../platform/log-reader/window.ts";
import type { CompanySchema, Schemas } from "../../types/index.ts";
import { makeBodies, type LogEvent } from "../messages.ts";
import type { WebhookSecrets } from "../secrets.ts";
import type { SealedRow, Settings } from "../store.ts";
import type { Batch, Message } from "./batch.ts";
import { HEALTH_FIELDS, type Health } from "./health.ts";
import { keepBodies, type KeptBodies } from "./kept-bodies.ts";
import { placeBefore, readWanted, windowOfWebhook, type WantedEvent, type WindowEvent } from "./read-wanted.ts";

const MAX_READ = 200;
// Some are not wanted.
const READ_FOR_A_MESSAGE = 4;

const WINDOW = windowOfWebhook("case when c.state = 'down' then $6::int else $5::int end");
const LEASED = statement(
  "webhooks.leased",
  `select w.url, w.event_types, w.filter, w.fields, w.headers, w.secret, w.old_secret, w.old_secret_until, w.signing_key, w.owner_id,
     k.schema_version, k.time_zone, c.seen::text as seen, c.upto::text as upto, c.written_in::text as "writtenIn", c.place::text as place, c.next_at,
     c.state, c.reason, c.failures, c.failed_messages as "failedMessages", c.first_failure_at as "firstFailureAt", c.probes, c.warnings, c.parallel,
     c.is_slow as "isSlow", c.rest_until as "restUntil", c.last_delivery_at as "lastDeliveryAt", b.bodies,
     ${WINDOW.columns}
   from webhook_cursors c
   join webhooks w on w.company_id = c.company_id and w.id = c.webhook_id
   join companies k on k.id = c.company_id
   left join webhook_bodies b on b.company_id = c.company_id and b.webhook_id = c.webhook_id
   ${WINDOW.join}
   where c.company_id = $1 and c.webhook_id = $2 and c.lease_by = $3 and c.state in ('on', 'failing', 'down')
     and (c.rest_until is null or c.rest_until <= $4)`,
);

interface LeasedRow extends Omit<SealedRow, "public_key">, Omit<Settings, "name">, LogPosition, Health, WindowBeside<WindowEvent> {
  owner_id: string;
  schema_version: number;
  time_zone: string;
  next_at: Date | null;
  /** Left by a worker that lost the lease. */
  bodies: KeptBodies | null;
}

interface Asked {
  id: string;
  lease: string;
  maxMessages: number;
}

interface Needs {
  schemas: Schemas;
  secrets: WebhookSecrets;
}

/** What a worker that holds the lease sends next: messages whose attempt is due, then new ones from the log. Null: the lease is lost, or the endpoint rests. */
export async function readBatch({ schemas, secrets }: Needs, call: Call<System>, { id, lease, maxMessages }: Asked): Promise<Batch | null> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  const maxNew = Math.min(MAX_READ, READ_FOR_A_MESSAGE * maxMessages);
  const [row] = await tx.query<LeasedRow>(LEASED, [companyId, id, lease, clock.now(), maxNew, MAX_READ]);
  if (!row) return null;
  const position = positionOf(row);
  const isForOne = row.state === "down";
  const maxRead = isForOne ? MAX_READ : maxNew;
  // Without a time to look again there is no message that waits.
  const due = row.next_at && row.next_at <= clock.now() ? await readDue(call, id, isForOne ? 1 : maxMessages) : [];
  const hasRoom = isForOne ? due.length === 0 : due.length < maxMessages;
  const asOwner = ownerCall(call, row);
  const schema = hasRoom ? await schemas.of(asOwner) : undefined;
  const none: News = { messages: [], position, after: position, upto: "", hasMore: true, isBlocked: false, hasPassed: false };
  const news = schema ? await readNews({ call: asOwner, schema, id, row, due, maxMessages, maxRead, isForOne }) : none;
  // Bodies are kept once it is known that they can be sent.
  const endpoint = {
    url: row.url,
    headers: secrets.headers(companyId, id, row.headers),
    secrets: secrets.signing(companyId, id, row, clock.now()),
    signingKey: row.signing_key ? secrets.open(companyId, id, "signing_key", row.signing_key) : undefined,
  };
  const probe = news.isBlocked ? await readProbe(call, id) : [];
  const isKept = news.messages.length > 0;
  const messages = isKept ? await call.finish(() => keepBodies(tx, companyId, id, news.messages, row.bodies ?? {})) : [];
  return { ...endpoint, health: healthOf(row), from: position, ...news, messages: [...due, ...probe, ...messages] };
}

/** A filter may say `@me`: that is the webhook's owner. */
function ownerCall(call: Call<System>, { owner_id, schema_version, time_zone }: LeasedRow): Call<Member> {
  const company = { name: "", timeZone: time_zone, schemaVersion: schema_version };
  const { companyId } = call.actor;
  const actor: Member = {
    kind: "member",
    companyId,
    userId: owner_id,
    role: "admin",
    name: "",
    email: "",
    company,
    proof: { kind: "job" },
  };
  return { ...call, actor };
}

// A message that has a row already.
const QUEUED = `d.event_id as "eventId", d.type, d.at, d.subject_type as "subjectType", d.subject_id as "subjectId", d.subject_name as "subjectName",
     d.written_in::text as "writtenIn", d.place::text as place, convert_from(d.body, 'UTF8') as body, d.attempt_count as "attemptCount",
     d.is_asked as "isAsked", d.is_overtaken as "isOvertaken"`;
type QueuedRow = Omit<Message, "requestId" | "isNew" | "isHeld" | "isProbe">;

const DUE = statement(
  "webhooks.due",
  `select ${QUEUED} from webhook_deliveries d
   where d.company_id = $1 and d.webhook_id = $2 and d.next_at <= $3 and (d.is_asked or d.state = 'retrying' or not exists (
     select from webhook_deliveries b where b.company_id = $1 and b.webhook_id = $2 and b.subject_id = d.subject_id
       and b.state = 'retrying' and not b.is_overtaken and b.next_at > $3))
   order by d.is_asked desc, d.written_in, d.place limit $4`,
);

async function readDue({ tx, actor, clock }: Call<System>, id: string, limit: number): Promise<Message[]> {
  return (await tx.query<QueuedRow>(DUE, [actor.companyId, id, clock.now(), limit])).map((row) => queued(row, false));
}

const PROBE = statement(
  "webhooks.probe",
  `select ${QUEUED} from webhook_deliveries d where d.company_id = $1 and d.webhook_id = $2 and d.state = 'retrying' and not d.is_overtaken
   order by d.written_in, d.place limit 1`,
);

/** For an endpoint that is down, when all that is new waits for messages that failed: hours would pass before one of those is due. */
async function readProbe({ tx, actor }: Call<System>, id: string): Promise<Message[]> {
  return (await tx.query<QueuedRow>(PROBE, [actor.companyId, id])).map((row) => queued(row, true));
}

const queued = (row: QueuedRow, isProbe: boolean): Message => ({ ...row, requestId: null, isNew: false, isHeld: false, isProbe });

interface News extends Pick<Batch, "messages" | "position" | "after" | "upto" | "hasMore" | "isBlocked" | "hasPassed"> {}

interface Reading {
  call: Call<Member>;
  schema: CompanySchema;
  id: string;
  row: LeasedRow;
  due: Message[];
  maxMessages: number;
  maxRead: number;
  isForOne: boolean;
}

/**
 * What is sent next of the log. For an endpoint that is down that is one message, with those before it that wait for others of their record. The
 * place moves past whatever is not wanted, also if nothing can be sent: otherwise the same events would be read for ever.
 */
async function readNews({ call, schema, id, row, due, maxMessages, maxRead, isForOne }: Reading): Promise<News> {
  const { wanted, ...read } = await readWanted(call, schema, row, positionOf(row), maxRead, readBeside<WindowEvent>(row));
  const [first] = wanted;
  const position = first ? placeBefore(first, positionOf(row), read.upto) : read.after;
  const looked = isForOne ? wanted : wanted.slice(0, maxMessages);
  const held = row.next_at ? await findHeld(call, id, looked, due) : new Set<string>();
  const sendable = looked.findIndex((event) => !held.has(event.subject_id));
  // Nothing of these becomes a row: what waits for an endpoint that is down stays in the log.
  if (isForOne && first && sendable === -1) return { ...read, messages: [], position, after: position, hasMore: true, isBlocked: true };
  const taken = isForOne ? looked.slice(0, sendable + 1) : looked;
  const messages = await makeMessages(call, schema, row, taken, held);
  const last = taken.at(-1);
  if (!last || taken.length === wanted.length) return { ...read, messages, position, isBlocked: false };
  return { ...read, messages, position, after: positionAfter(position, read.upto, last), hasMore: true, isBlocked: false };
}

const positionOf = ({ seen, upto, writtenIn, place }: LeasedRow): LogPosition => ({ seen, upto, writtenIn, place });

async function makeMessages(
  { tx, actor }: Call<Member>,
  schema: CompanySchema,
  { bodies: left }: LeasedRow,
  events: WantedEvent[],
  held: Set<string>,
): Promise<Message[]> {
  const bodies = await makeBodies(tx, actor.companyId, schema, events);
  return events.map((event) => ({
    eventId: event.id,
    type: event.type,
    at: event.at,
    subjectType: event.subject_type,
    subjectId: event.subject_id,
    subjectName: typeof event.data["name"] === "string" ? event.data["name"] : null,
    writtenIn: event.written_in,
    place: event.place,
    body: left?.[event.id] ?? bodies.get(event.id) ?? "",
    requestId: event.request_id,
    attemptCount: 0,
    isNew: true,
    isAsked: false,
    isOvertaken: false,
    isHeld: held.has(event.subject_id),
    isProbe: false,
  }));
}

const HELD = statement(
  "webhooks.held",
  `select distinct subject_id from webhook_deliveries
   where company_id = $1 and webhook_id = $2 and subject_id = any($3::uuid[]) and event_id <> all($4::uuid[]) and not is_asked
     and (state = 'waiting' or (state = 'retrying' and not is_overtaken))`,
);

/** Records with an earlier message that is not delivered and not in this batch. */
async function findHeld({ tx, actor }: Call<Member>, id: string, events: LogEvent[], due: Message[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const subjects = [...new Set(events.map((event) => event.subject_id))];
  const rows = await tx.query<{ subject_id: string }>(HELD, [actor.companyId, id, subjects, due.map((message) => message.eventId)]);
  return new Set(rows.map((found) => found.subject_id));
}

// The row has nothing else under these names.
const healthOf = (row: LeasedRow) => Object.fromEntries(HEALTH_FIELDS.map((name) => [name, row[name]])) as unknown as Health;

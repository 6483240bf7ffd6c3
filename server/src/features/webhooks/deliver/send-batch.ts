import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import { inSpan } from "../../../kernel/tracing.ts";
import { showId } from "../../../platform/ids.ts";
import { packPosition, positionAfter, type LogPosition } from "../../../platform/log-reader/position.ts";
import { hideSecrets } from "../../../platform/outbound/hide-secrets.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { newId } from "../../../platform/random.ts";
import { createSigner } from "../../../platform/standard-webhooks.ts";
import type { Batch, BatchResult, Message, RecordedMessage } from "./batch.ts";
import {
  afterBatch,
  afterNothingSent,
  afterRequest,
  HOLDING_ATTEMPTS,
  isDelivered,
  nextAttemptAt,
  type Health,
  type Outcome,
} from "./health.ts";
import { messageHeaders } from "./request.ts";
import type { Slots } from "./slots.ts";

// What was sent is written down at least this often, so that a worker that dies repeats little.
const MAX_BATCH_MS = SECOND_MS;

export interface SendNeeds {
  outbound: Pick<Outbound, "post">;
  slots: Slots;
  clock: Clock;
  /** Whether one more message may be sent before others are written down. */
  mayGoOn(): boolean;
  noteSent(outcome: Outcome): void;
}

/** What was done with a message of a batch: its answer, or "held". One that was not reached has none. */
type Handled = Map<Message, Outcome | "held">;

/**
 * Sends the messages of one webhook: those of one record one behind the other, records side by side. After a failure later messages of
 * that record wait. Ends early when the endpoint turns out to be down; what was not touched by then stays in the log.
 */
export async function sendBatch(needs: SendNeeds, companyId: string, batch: Batch): Promise<BatchResult> {
  const chains = [...Map.groupBy(batch.messages, (message) => (message.isAsked ? message.eventId : message.subjectId)).values()];
  const handled = new Map<Message, Outcome | "held">();
  const started = performance.now();
  const isForOne = batch.health.state === "down";
  const to = { url: batch.url, headers: batch.headers, secrets: batch.secrets, sign: createSigner(batch) };
  let { health } = batch;
  let sent = 0;
  let isStopped = false;

  const mustStop = () =>
    health.state === "off" ||
    (isForOne ? sent > 0 : health.state === "down" || isPaused(health, needs.clock)) ||
    (sent > 0 && (performance.now() - started > MAX_BATCH_MS || !needs.mayGoOn()));

  async function sendChain(chain: Message[]): Promise<void> {
    let isHolding = chain[0]?.isHeld === true;
    for (const message of chain) {
      if (isHolding || message.isHeld) {
        handled.set(message, "held");
        isHolding = true;
        continue;
      }
      if (mustStop()) {
        isStopped = true;
        return;
      }
      sent++;
      const outcome = await sendOne(needs, companyId, to, health.isSlow, message);
      needs.noteSent(outcome);
      health = afterRequest(health, outcome, message.attemptCount === 0);
      if (!message.isProbe || isDelivered(outcome)) handled.set(message, outcome);
      // Also after its last holding attempt: that it was overtaken must be written down before a later one is sent.
      isHolding = !isDelivered(outcome) && !message.isOvertaken;
    }
  }

  const lanes = Array.from({ length: Math.min(isForOne ? 1 : health.parallel, chains.length) }, async () => {
    for (let chain = chains.shift(); chain; chain = chains.shift()) {
      await sendChain(chain);
      if (isStopped) return;
    }
  });
  await Promise.all(lanes);

  const now = needs.clock.now();
  const settled = settle(batch, handled, isStopped, now);
  const isUntouched = isForOne && sent === 0;
  const untouched = { health: isUntouched ? afterNothingSent(health, batch, now) : health, warning: 0 as const };
  const over = sent > 0 ? afterBatch(health, now) : untouched;
  const read = batch.messages.filter((message) => message.isNew).map((message) => message.eventId);
  const hasMoved = settled.messages.length > 0 || packPosition(settled.position) !== packPosition(batch.from);
  return { ...settled, read, ...over, isDone: !batch.hasMore && !isStopped, hasMoved };
}

/** After a failed attempt: later messages of its record no longer wait for it. */
const isLetGo = ({ isOvertaken, attemptCount }: Message) => isOvertaken || attemptCount + 1 >= HOLDING_ATTEMPTS;

const isPaused = ({ restUntil }: Health, clock: Clock) => restUntil !== null && restUntil > clock.now();

interface Endpoint extends Pick<Batch, "url" | "headers" | "secrets"> {
  sign: ReturnType<typeof createSigner>;
}

async function sendOne(needs: SendNeeds, companyId: string, to: Endpoint, isSlow: boolean, message: Message): Promise<Outcome> {
  const leave = await needs.slots.enter(companyId, isSlow);
  const at = needs.clock.now();
  const id = showId("evt", message.eventId);
  try {
    const send = () =>
      needs.outbound.post({
        url: to.url,
        body: message.body,
        headers: { ...to.headers, ...messageHeaders(id, message.isOvertaken), ...to.sign({ id, at, body: message.body }) },
        tellsTrace: true,
      });
    const answer = await inSpan({ name: "webhooks.deliver", ...traceOf(message) }, send);
    if ("error" in answer) return { at, ms: answer.ms, status: null, error: answer.error, retryAfter: undefined, answer: null };
    return {
      at,
      ms: answer.ms,
      status: answer.status,
      error: null,
      retryAfter: answer.retryAfter,
      answer: hideSecrets(textOf(answer.answer), [...Object.values(to.headers), ...to.secrets]),
    };
  } finally {
    leave();
  }
}

const traceOf = ({ requestId, eventId, attemptCount }: Message) => ({
  request: requestId ?? newId(),
  isRoot: requestId === null,
  attributes: { "kith.event": showId("evt", eventId), "kith.attempt": attemptCount + 1 },
});

/** JSON in PostgreSQL cannot hold a NUL. */
const textOf = (answer: Buffer) => answer.toString().replaceAll("\0", "\u{fffd}");

/**
 * The rows to write, the place in the log up to which every message is delivered or has a row, the records whose messages have to wait from
 * now on, and those whose no longer do. A message that was overtaken before holds back nothing.
 */
function settle(
  batch: Batch,
  handled: Handled,
  isStopped: boolean,
  now: Date,
): Pick<BatchResult, "messages" | "position" | "holding" | "released"> {
  const news = batch.messages.filter((message) => message.isNew);
  const lastSent = news.findLastIndex((message) => (handled.get(message) ?? "held") !== "held");
  const passed = new Set(isStopped ? news.slice(0, lastSent + 1) : news);
  const holding = new Set<string>();
  const done = new Set<string>();
  const messages: RecordedMessage[] = [];
  for (const message of batch.messages) {
    const outcome = handled.get(message);
    if (message.isNew && !passed.has(message)) continue;
    if (outcome !== undefined && outcome !== "held") {
      const row = afterAttempt(message, outcome, now);
      messages.push(row);
      if (row.state === "retrying" && !row.isOvertaken) holding.add(message.subjectId);
      // Nothing waits for one that comes straight from the log: it would have been read before.
      else if (!message.isOvertaken && !message.isNew) done.add(message.subjectId);
    } else if (outcome === "held" || message.isNew) {
      // One that was not reached may still have to wait, for a message of its record that is not in this batch.
      const isFree = outcome !== "held" && !message.isHeld && !holding.has(message.subjectId);
      messages.push({ ...rowOf(message), state: "waiting", nextAt: isFree ? now : null, attempt: null });
    }
  }
  const released = [...done].filter((subject) => !holding.has(subject));
  return { messages, position: isStopped ? placeAfter(batch, news[lastSent]) : batch.after, holding: [...holding], released };
}

const placeAfter = ({ position, upto }: Batch, last: Message | undefined): LogPosition =>
  last ? positionAfter(position, upto, { written_in: last.writtenIn, place: last.place }) : position;

function afterAttempt(message: Message, outcome: Outcome, now: Date): RecordedMessage {
  const attempts = message.attemptCount + 1;
  const isDone = isDelivered(outcome);
  const nextAt = isDone ? null : nextAttemptAt(attempts, now);
  const { at, ms, status, error, answer } = outcome;
  return {
    ...rowOf(message),
    state: isDone ? "delivered" : nextAt ? "retrying" : "failed",
    nextAt,
    attempt: { at: at.toISOString(), ms, status, error, answer },
    isOvertaken: isDone ? message.isOvertaken : isLetGo(message),
  };
}

function rowOf({
  requestId: _request,
  isNew: _new,
  isAsked: _asked,
  isHeld: _held,
  isProbe: _probe,
  attemptCount: _count,
  ...row
}: Message) {
  return row;
}

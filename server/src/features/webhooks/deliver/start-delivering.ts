import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { companiesWithNewEvents } from "../../../platform/log-reader/news.ts";
import { adoptCluster, ADOPTED } from "../../../platform/log-reader/cluster.ts";
import { openOwnerConnection, type OwnerConnection } from "../../../platform/log-reader/owner.ts";
import { readMark, saveMark, type Mark } from "../../../platform/log-reader/subscribers.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { createLimit, createPlaces } from "../../../platform/places.ts";
import { webhookId } from "../operations.ts";
import { UNREADABLE_CODE } from "../secrets.ts";
import { disable, readBatch, recordBatch } from "../worker-operations.ts";
import type { Batch } from "./batch.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { isDelivered, type Outcome } from "./health.ts";
import { claim, countStates, findDue, release, releaseOthers, type Leased, type Wanted } from "./leases.ts";
import { LEASE_LOST } from "./record-batch.ts";
import { sendBatch } from "./send-batch.ts";
import { createSlots } from "./slots.ts";

const NAME = "webhooks";
const LOOK_EVERY_MS = 100;
const LOOK_FOR_DUE_EVERY_MS = 250;
const SAVE_EVERY_MS = 2 * SECOND_MS;
// A webhook that was busy just now is kept: its next event needs no new lease.
const KEEP_IDLE_MS = 20 * SECOND_MS;
// A worker that dies may have sent up to 400 messages without having written it down: eight of each webhook that has a turn, which makes
// 240, and 160 more. Without turns all of a thousand webhooks would share the 400, and each would write down every single message. A
// webhook whose endpoint takes longer gives its turn to another one, and goes on beside it.
const TURNS = 30;
const MESSAGES_OF_A_TURN = 8;
const MAX_UNRECORDED = 160;
const TURN_MS = 100;
// What was sent and cannot be written down would be sent again: it is tried for as long as a lock or a busy database lasts.
const MAX_RECORD_TRIES = 20;
const RECORD_AGAIN_MS = 500;
const TRANSIENT = new Set([429, 503]);

export interface DeliveryNeeds {
  execute: Execute;
  outbound: Pick<Outbound, "post">;
  /** Finds the companies that have new events. */
  identity: Tx;
  /** As the owner of the tables: leases webhooks of all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  metrics: DeliveryMetrics;
  callsAtOnce: number;
}

const OUTDATED = "Its filter names something that is no longer in the data model";

/**
 * Why a webhook cannot go on until a person changes it: its filter was right when it was saved, or its secret cannot be read after a
 * restore. Nothing is skipped: it continues where it stopped.
 */
function whyStopped(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (["bad_filter", "unknown_type"].includes(error.code)) return OUTDATED;
  return error.code === UNREADABLE_CODE ? error.message : undefined;
}

type Turn = Awaited<ReturnType<ReturnType<typeof createPlaces>["enter"]>>;

function passLostLease(error: unknown): false {
  if (error instanceof AppError && error.code === LEASE_LOST) return false;
  throw error;
}

interface Held extends Leased {
  /** Something new came since it was read. */
  hasNews: boolean;
  running: Promise<void> | undefined;
  idleSince: number;
}

/** New events for which no webhook is leased yet. `before` is the poll before they were found. */
interface Pending extends Wanted {
  before: Mark;
}

/**
 * Sends what happens to the webhooks of all companies. One query every 100 ms finds the companies that have new events; only their
 * webhooks are leased and read. Several workers may run: each polls by itself, and a lease decides which one sends.
 */
export function startDelivering(needs: DeliveryNeeds) {
  const { execute, outbound, identity, clock, log, metrics } = needs;
  const slots = createSlots();
  const inTurn = createLimit(needs.callsAtOnce);
  const turns = createPlaces(TURNS);
  const held = new Map<string, Held>();
  const ofCompany = new Map<string, Set<Held>>();
  const pending = new Map<string, Pending>();
  let owner: OwnerConnection | undefined;
  let last: Mark | undefined;
  let [dueAt, saveAt, unrecorded] = [0, 0, 0];
  let [isOver, isFailing] = [false, false];
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const started = performance.now();
    try {
      await lookOnce();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isOver) log.warn({ err: error }, "cannot read the event log for webhooks");
      isFailing = true;
      await loseLeases();
    }
    if (!isOver) timer = setTimeout(() => (looking = look()), Math.max(0, LOOK_EVERY_MS - (performance.now() - started)));
  }

  /** With the connection all leases end: another worker may take them at once. */
  async function loseLeases(): Promise<void> {
    await owner?.end();
    owner = undefined;
    held.clear();
    ofCompany.clear();
    last = undefined;
  }

  async function lookOnce(): Promise<void> {
    if (owner?.isLost) await loseLeases();
    const connection = (owner ??= await openHere());
    const before = (last ??= await readMark(connection, NAME));
    const { companies, ...now } = await companiesWithNewEvents(identity, before);
    last = now;
    for (const [companyId, types] of companies) noteNews(companyId, types, before);
    if (performance.now() >= dueAt) await lookForDue(connection, before);
    await claimPending(connection);
    if (performance.now() >= saveAt) await save(connection, now);
  }

  /** A restore ends every connection: the first one afterwards notices it. */
  async function openHere(): Promise<OwnerConnection> {
    const connection = await openOwnerConnection(needs.databaseUrl);
    if (await adoptCluster(connection)) log.warn(ADOPTED);
    return connection;
  }

  function noteNews(companyId: string, types: string[], before: Mark): void {
    for (const one of ofCompany.get(companyId) ?? []) wake(one);
    const known = pending.get(companyId);
    pending.set(companyId, { companyId, types: [...new Set([...(known?.types ?? []), ...types])], before: known?.before ?? before });
  }

  async function lookForDue(connection: OwnerConnection, before: Mark): Promise<void> {
    dueAt = performance.now() + LOOK_FOR_DUE_EVERY_MS;
    for (const one of await findDue(connection, connection.leaseName, clock.now())) {
      const mine = held.get(one.webhookId);
      if (mine) wake(mine);
      else pending.set(one.webhookId, { ...one, before });
    }
  }

  async function claimPending(connection: OwnerConnection): Promise<void> {
    if (pending.size === 0 || isOver) return;
    const asked = [...pending.values()];
    const { leased, missed } = await claim(connection, connection.leaseName, asked, clock.now());
    pending.clear();
    const before = asked.reduce(
      (oldest, one) => (one.before.at < oldest.at ? one.before : oldest),
      asked[0]?.before ?? { snapshot: "", at: new Date() },
    );
    for (const one of missed) pending.set(one.webhookId ?? one.companyId, { ...one, before });
    for (const one of leased) {
      const known = held.get(one.webhookId);
      if (known) wake(known);
      else hold(one);
    }
  }

  function hold({ companyId, webhookId: id }: Leased): void {
    const one: Held = { companyId, webhookId: id, hasNews: false, running: undefined, idleSince: performance.now() };
    held.set(id, one);
    const siblings = ofCompany.get(companyId);
    if (siblings) siblings.add(one);
    else ofCompany.set(companyId, new Set([one]));
    wake(one);
  }

  function drop(one: Held): void {
    held.delete(one.webhookId);
    const siblings = ofCompany.get(one.companyId);
    siblings?.delete(one);
    if (siblings?.size === 0) ofCompany.delete(one.companyId);
  }

  function wake(one: Held): void {
    one.hasNews = true;
    one.running ??= work(one).finally(() => {
      one.running = undefined;
      one.idleSince = performance.now();
      // News that came after the last look at the flag.
      if (one.hasNews && held.get(one.webhookId) === one && !isOver) wake(one);
    });
  }

  async function work(one: Held): Promise<void> {
    const connection = owner;
    if (!connection) return;
    try {
      for (let hasMore = true; hasMore && held.get(one.webhookId) === one;)
        hasMore = (await workInTurn(one, connection.leaseName)) && !isOver;
    } catch (error) {
      const reason = whyStopped(error);
      if (reason !== undefined) return turnOff(one, connection, reason);
      log.warn({ err: error, company: one.companyId, webhook: one.webhookId }, "a webhook could not be worked on; it is tried again");
      giveUpLease(one, connection);
    }
  }

  async function workInTurn(one: Held, lease: string): Promise<boolean> {
    const turn = await turns.enter();
    try {
      return await workOnce(one, lease, turn);
    } finally {
      turn.leave();
    }
  }

  /** True: there is more to do. */
  async function workOnce(one: Held, lease: string, turn: Turn): Promise<boolean> {
    const call = asSystem(execute, one.companyId);
    const id = webhookId.encode(one.webhookId);
    one.hasNews = false;
    const batch = (await inTurn(() => call(readBatch, { id, lease }))).batch as Batch | null;
    if (!batch) {
      drop(one);
      return false;
    }
    let own = 0;
    const timer = setTimeout(turn.leave, TURN_MS);
    try {
      const mayGoOn = () => !isOver && (unrecorded < MAX_UNRECORDED || (turn.isHeld && own < MESSAGES_OF_A_TURN));
      const noteSent = (outcome: Outcome) => {
        unrecorded++;
        own++;
        metrics.sent(isDelivered(outcome));
      };
      const { sent: _sent, ...result } = await sendBatch({ outbound, slots, clock, mayGoOn, noteSent }, one.companyId, batch);
      const isRecorded = await record(one, () => call(recordBatch, { id, lease, result })).then(() => true, passLostLease);
      const isResting = result.health.restUntil !== null && result.health.restUntil > clock.now();
      if (!isRecorded || result.health.state === "off") drop(one);
      return isRecorded && !isResting && (!result.isDone || one.hasNews) && result.health.state !== "off";
    } finally {
      clearTimeout(timer);
      unrecorded -= own;
    }
  }

  async function record(one: Held, write: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await inTurn(write);
        return;
      } catch (error) {
        const isTransient = error instanceof AppError && TRANSIENT.has(error.status);
        if (!isTransient || tries === MAX_RECORD_TRIES || held.get(one.webhookId) !== one) throw error;
        if (tries === 1)
          log.warn(
            { err: error, webhook: one.webhookId },
            "what was sent could not be written down; that is tried again, and nothing is sent",
          );
        await sleep(RECORD_AGAIN_MS);
      }
    }
  }

  async function turnOff(one: Held, connection: OwnerConnection, reason: string): Promise<void> {
    await asSystem(execute, one.companyId)(disable, { id: webhookId.encode(one.webhookId), reason }).catch((error: unknown) =>
      log.warn({ err: error, webhook: one.webhookId }, "a webhook could not be turned off; it is tried again"),
    );
    giveUpLease(one, connection);
  }

  /** After an error: the webhook is looked at again soon, by any worker. */
  function giveUpLease(one: Held, connection: OwnerConnection): void {
    drop(one);
    const soon = new Date(clock.now().getTime() + SECOND_MS);
    release(connection, connection.leaseName, [one], true, soon).catch((error: unknown) =>
      log.warn({ err: error, webhook: one.webhookId }, "a webhook could not be given back; it is tried again"),
    );
  }

  async function save(connection: OwnerConnection, now: Mark): Promise<void> {
    saveAt = performance.now() + SAVE_EVERY_MS;
    const mark = [...pending.values()].reduce((oldest, one) => (one.before.at < oldest.at ? one.before : oldest), now);
    await saveMark(connection, [NAME], mark);
    await releaseIdle(connection);
    // Every lease is worked on or given back: what was locked when it was given back is found here.
    await releaseOthers(connection, connection.leaseName, [...held.values()], clock.now());
    metrics.inFlight(slots.inFlight);
    metrics.set(await countStates(connection, clock.now()));
  }

  async function releaseIdle(connection: OwnerConnection): Promise<void> {
    const limit = performance.now() - KEEP_IDLE_MS;
    const idle = [...held.values()].filter((one) => !one.running && one.idleSince < limit);
    for (const one of idle) drop(one);
    if (idle.length > 0) await release(connection, connection.leaseName, idle, false, clock.now());
  }

  let looking = look();
  return {
    /** Takes no more work, waits for what is being sent, and lets other workers go on at once. */
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await looking;
      await Promise.all([...held.values()].flatMap((one) => one.running ?? []));
      if (owner) await release(owner, owner.leaseName, [...held.values()], true, clock.now()).catch(() => undefined);
      await owner?.end();
      slots.stop();
    },
  };
}

import { before, SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Commits } from "../../../kernel/feature.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { Logger } from "../../../platform/log.ts";
import { pollAsOwner } from "../../../platform/poll-as-owner.ts";
import { messageId } from "../ids.ts";
import { SILENT_MS, type Outgoing } from "./claim.ts";
import { findDue, findLost } from "./claim-store.ts";
import { deliver, type DeliverNeeds } from "./deliver.ts";
import type { Outcome } from "./outcomes.ts";
import { createRoom } from "./room.ts";
import { findStranded } from "./stranded.ts";
import { claimMessages, recordOutcome } from "./worker-operations.ts";

const LOOK_EVERY_MS = 250;
const QUIET_EVERY_MS = 500;
const LOOK_FOR_LOST_EVERY_MS = SECOND_MS;
const REST_MS = 500;
const MAX_CLAIMED = 20;
// A database that is away for a while: what became of a message is not forgotten for it.
const RECORD_TRIES = 30;
const MAX_RECORD_WAIT_MS = 10 * SECOND_MS;

export interface SendingNeeds extends DeliverNeeds {
  /** As the owner of the tables: finds what is due in all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  callsAtOnce: number;
  commits?: Commits;
}

/**
 * Sends what people wrote, for all companies. A claim writes down what this worker sends before it does; the network is used outside of
 * any transaction; then it is written down what became of it. A row belongs to the worker whose name is on it.
 */
export function startSendingMessages(needs: SendingNeeds) {
  const { execute, clock, log } = needs;
  const room = createRoom();
  const claiming = new Map<string, Promise<void>>();
  const sending = new Set<Promise<void>>();
  const restsUntil = new Map<string, number>();
  let lostAt = 0;
  let isOver = false;

  async function look(connection: OwnerConnection): Promise<boolean> {
    const companies = new Set(await findDue(connection, clock.now()));
    if (performance.now() >= lostAt) {
      lostAt = performance.now() + LOOK_FOR_LOST_EVERY_MS;
      for (const id of await findLost(connection, connection.leaseName, before(clock, SILENT_MS))) companies.add(id);
      for (const id of await findStranded(connection, clock.now())) companies.add(id);
    }
    for (const id of companies) if (!isOver && (restsUntil.get(id) ?? 0) <= performance.now()) claimFor(id, connection.leaseName);
    return companies.size > 0 || sending.size > 0;
  }

  function claimFor(companyId: string, lease: string): void {
    const most = Math.min(MAX_CLAIMED, room.left(companyId));
    if (claiming.has(companyId) || claiming.size >= needs.callsAtOnce || most === 0) return;
    const claimed = claim(companyId, lease, most).catch((error: unknown) => {
      log.warn({ err: error, company: companyId }, "messages could not be claimed; they are tried again");
      restsUntil.set(companyId, performance.now() + SECOND_MS);
    });
    claiming.set(
      companyId,
      claimed.finally(() => claiming.delete(companyId)),
    );
  }

  async function claim(companyId: string, lease: string, most: number): Promise<void> {
    const { messages: found } = await asSystem(execute, companyId)(claimMessages, { lease, most, room: room.ofChannels() });
    // A company whose channels are all busy would be asked about four times a second.
    if (found.length === 0) restsUntil.set(companyId, performance.now() + REST_MS);
    for (const message of found) {
      const sent = send(message, lease).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  }

  async function send(message: Outgoing, lease: string): Promise<void> {
    const leave = room.enter(message.companyId, message.channel_id);
    try {
      const outcome = await deliver(needs, message).catch((error: unknown): Outcome => {
        log.error({ err: error, message: messageId.encode(message.id) }, "nobody knows whether a message left");
        return { outcome: "unknown", words: "The service failed while it was sending." };
      });
      await record(message, lease, outcome);
    } catch (error) {
      // The row stays as being sent. When this worker stops, it counts as unknown.
      log.warn({ err: error, message: messageId.encode(message.id) }, "it could not be written down what became of a message");
    } finally {
      leave();
      restsUntil.delete(message.companyId);
    }
  }

  async function record(message: Outgoing, lease: string, outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await asSystem(execute, message.companyId)(recordOutcome, { id: messageId.encode(message.id), lease, outcome });
        return;
      } catch (error) {
        if (tries >= RECORD_TRIES || isOver) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(tries * SECOND_MS, MAX_RECORD_WAIT_MS)));
      }
    }
  }

  const pace = { everyMs: LOOK_EVERY_MS, quietEveryMs: QUIET_EVERY_MS, commits: needs.commits };
  const poll = pollAsOwner({ databaseUrl: needs.databaseUrl, ...pace, purpose: "messages to send", log, look });
  return {
    /** Takes no more work, and waits for what is being sent. */
    async stop() {
      isOver = true;
      await poll.stop();
      await Promise.all(claiming.values());
      await Promise.all(sending);
      await poll.end();
    },
  };
}

import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Commits } from "../../../kernel/feature.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { Logger } from "../../../platform/log.ts";
import { pollAsOwner } from "../../../platform/poll-as-owner.ts";
import { deliveryId } from "../ids.ts";
import { claimDeliveries, recordDelivery } from "../sending-operations.ts";
import { findDead, findDue, findReturns } from "./due.ts";
import { plainOutcome, type Outcome } from "./outcome.ts";
import { passReturns } from "./pass-returns.ts";
import type { HopToSend } from "./prepare.ts";
import type { RequestNeeds } from "./request-needs.ts";
import { sendHop } from "./request.ts";
import { createRoom } from "./room.ts";

const LOOK_EVERY_MS = 100;
const QUIET_EVERY_MS = 300;
const LOOK_FOR_DEAD_EVERY_MS = SECOND_MS;
const REST_MS = 500;
const MAX_CLAIMED = 25;
// A database that is away for a while: what became of a lead is not forgotten for it.
const RECORD_TRIES = 30;
const MAX_RECORD_WAIT_MS = 10 * SECOND_MS;

export interface SendingNeeds extends RequestNeeds {
  /** As the owner of the tables: finds what is due in all companies. */
  databaseUrl: string;
  log: Logger;
  callsAtOnce: number;
  commits?: Commits;
}

/**
 * Sends what rules decided to send, for all companies. One query finds the companies with something due; a claim writes down
 * what this worker sends before it does. Several workers may run: a row belongs to the one whose name is on it.
 */
export function startSending(needs: SendingNeeds) {
  const { execute, clock, log } = needs;
  const room = createRoom();
  const claiming = new Map<string, Promise<void>>();
  const sending = new Set<Promise<void>>();
  const restsUntil = new Map<string, number>();
  let deadAt = 0;
  let isOver = false;

  async function look(connection: OwnerConnection): Promise<boolean> {
    const companies = new Set(await findDue(connection, clock.now()));
    if (performance.now() >= deadAt) {
      deadAt = performance.now() + LOOK_FOR_DEAD_EVERY_MS;
      for (const id of await findDead(connection, connection.leaseName)) companies.add(id);
      for (const id of await findReturns(connection)) await passReturns({ execute, log }, id);
    }
    for (const id of companies) if (!isOver && !isResting(id)) claimFor(id, connection.leaseName);
    return companies.size > 0 || sending.size > 0;
  }

  /** A company whose destinations are all busy would be asked about ten times a second. */
  function isResting(companyId: string): boolean {
    const until = restsUntil.get(companyId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    restsUntil.delete(companyId);
    return false;
  }

  function claimFor(companyId: string, lease: string): void {
    const most = Math.min(MAX_CLAIMED, room.left(companyId));
    if (claiming.has(companyId) || claiming.size >= needs.callsAtOnce || most === 0) return;
    const claimed = claim(companyId, lease, most).catch((error: unknown) => {
      log.warn({ err: error, company: companyId }, "leads could not be sent; they are tried again");
      restsUntil.set(companyId, performance.now() + SECOND_MS);
    });
    claiming.set(
      companyId,
      claimed.finally(() => claiming.delete(companyId)),
    );
  }

  async function claim(companyId: string, lease: string, most: number): Promise<void> {
    const { hops: found } = await asSystem(execute, companyId)(claimDeliveries, { lease, most, room: room.unusual(companyId) });
    if (found.length === 0) restsUntil.set(companyId, performance.now() + REST_MS);
    for (const hop of found) {
      const sent = send(hop, lease).finally(() => sending.delete(sent));
      sending.add(sent);
    }
  }

  async function send(hop: HopToSend, lease: string): Promise<void> {
    const leave = room.enter(hop.companyId, hop.destinationId);
    let outcome: Outcome | undefined;
    try {
      outcome = await sendHop(needs, hop).catch((error: unknown) => {
        log.warn({ err: error, delivery: hop.id }, "nobody knows whether a lead arrived");
        return plainOutcome("unknown", "The service failed while it was sending", clock.now(), "cut");
      });
      await record(hop, lease, outcome);
    } catch (error) {
      // The row stays as being sent. When this worker stops it counts as unknown, and is sent once more with the same key.
      log.warn({ err: error, delivery: hop.id }, "it could not be written down what became of a lead");
    } finally {
      leave(outcome?.isFailure ?? true);
      restsUntil.delete(hop.companyId);
    }
  }

  async function record(hop: HopToSend, lease: string, outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await asSystem(execute, hop.companyId)(recordDelivery, { id: deliveryId.encode(hop.id), lease, outcome });
        return;
      } catch (error) {
        if (tries >= RECORD_TRIES || isOver) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(tries * SECOND_MS, MAX_RECORD_WAIT_MS)));
      }
    }
  }

  const pace = { everyMs: LOOK_EVERY_MS, quietEveryMs: QUIET_EVERY_MS, commits: needs.commits };
  const poll = pollAsOwner({ databaseUrl: needs.databaseUrl, ...pace, purpose: "leads to send", log, look });
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

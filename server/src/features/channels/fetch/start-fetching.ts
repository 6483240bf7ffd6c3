import type { Clock } from "../../../kernel/clock.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { Commits } from "../../../kernel/feature.ts";
import { openOwnerConnection, type OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { ImapTiming } from "../../../platform/imap/connect.ts";
import type { Logger } from "../../../platform/log.ts";
import { createPoll } from "../../../platform/poll.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { MailAccountOpener } from "../email/accounts.ts";
import { heldChannels, leaseDueChannels, releaseChannel, releaseDead, RENEW_EVERY_MS, renewLeases, type LeasedChannel } from "../lease.ts";
import { createLoading } from "./loading.ts";

const LOOK_EVERY_MS = 500;
const IDLE_EVERY_MS = 2_000;
const MAX_SESSIONS = 1_000;
// Three hundred mailboxes do not sign in at the same moment.
const MAX_STARTS = 20;

export interface FetchingNeeds {
  execute: Execute;
  outbound: Outbound;
  accounts: MailAccountOpener;
  /** As the owner of the tables: leases channels of all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  commits?: Commits;
  /** How long a connection may be silent. Tests do not wait for minutes. */
  timing?: ImapTiming;
}

interface Session extends LeasedChannel {
  over: AbortController;
  running: Promise<void>;
}

/**
 * Reads the mailboxes of all companies. A worker leases those that are due and keeps one session with each; a lease decides which worker
 * does. Sessions do not wait for each other, so a server that hangs delays its own mailboxes only.
 */
export function startFetching(needs: FetchingNeeds) {
  const { clock, log } = needs;
  const load = createLoading();
  const sessions = new Map<string, Session>();
  /** Whose last session ended soon after it was signed in. */
  const short = new Set<string>();
  let owner: OwnerConnection | undefined;
  let renewAt = 0;
  let isOver = false;
  const poll = createPoll({
    everyMs: LOOK_EVERY_MS,
    commits: needs.commits,
    idleEveryMs: IDLE_EVERY_MS,
    look,
    failed: (error, isFirst) => void (isFirst && !isOver && log.warn({ err: error }, "cannot look for mailboxes that are due")),
  });

  async function look(): Promise<boolean> {
    if (owner?.isLost) await loseLeases();
    const connection = (owner ??= await openOwnerConnection(needs.databaseUrl));
    const me = connection.leaseName;
    await releaseDead(connection, me);
    if (sessions.size > 0) endLost(await (performance.now() < renewAt ? heldChannels(connection, me) : renew(connection)));
    const room = Math.min(MAX_STARTS, MAX_SESSIONS - sessions.size);
    const due = room > 0 ? await leaseDueChannels(connection, me, room, clock) : [];
    for (const channel of due) begin(channel, connection);
    return due.length > 0;
  }

  function renew(connection: OwnerConnection): Promise<LeasedChannel[]> {
    renewAt = performance.now() + RENEW_EVERY_MS;
    return renewLeases(connection, connection.leaseName, [...sessions.keys()], clock);
  }

  /** With the connection all leases end: another worker may take them at once. */
  async function loseLeases(): Promise<void> {
    for (const session of sessions.values()) session.over.abort();
    await owner?.end();
    owner = undefined;
  }

  /** Paused, deleted, changed, or leased by another worker. */
  function endLost(held: LeasedChannel[]): void {
    const versions = new Map(held.map((one) => [one.channelId, one.version]));
    for (const session of sessions.values()) if (versions.get(session.channelId) !== session.version) session.over.abort();
  }

  function begin(channel: LeasedChannel, connection: OwnerConnection): void {
    sessions.get(channel.channelId)?.over.abort(); // its lease ended while it slept
    const over = new AbortController();
    const session: Session = { ...channel, over, running: Promise.resolve() };
    sessions.set(channel.channelId, session);
    session.running = run(session, connection).finally(() => {
      if (sessions.get(channel.channelId) === session) sessions.delete(channel.channelId);
    });
  }

  async function run(session: Session, connection: OwnerConnection): Promise<void> {
    const { companyId, channelId } = session;
    try {
      const { runSession } = await import("./run-session.ts"); // with the first mailbox
      const inTurn = <T>(work: () => Promise<T>) => load(companyId, work);
      const { isShort } = await runSession({ ...needs, inTurn }, session, { signal: session.over.signal, wasShort: short.has(channelId) });
      if (isShort) short.add(channelId);
      else short.delete(channelId);
    } catch (error) {
      log.warn({ err: error, company_id: companyId, channel: channelId }, "a mailbox could not be read; it is tried again");
    }
    // A later session of the same mailbox has its lease now.
    if (sessions.get(channelId) === session) await releaseChannel(connection, connection.leaseName, session).catch(() => undefined);
  }

  poll.start();
  return {
    /** Ends all sessions and lets other workers go on at once. */
    async stop(): Promise<void> {
      isOver = true;
      await poll.stop();
      for (const session of sessions.values()) session.over.abort();
      await Promise.all(Array.from(sessions.values(), (one) => one.running));
      await owner?.end();
    },
  };
}

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createMailAccounts, startFetching } from "../../src/features/channels/index.ts";
import { startTaking } from "../../src/features/inbox/index.ts";
import { TIMING, type ImapTiming } from "../../src/platform/imap/connect.ts";
import { openOwnerConnection } from "../../src/platform/log-reader/owner.ts";
import { createOutbound } from "../../src/platform/outbound/outbound.ts";
import { connectMailbox, countOf, smallMail, type ConnectedMailbox } from "../mail/connected-mailbox.ts";
import { until } from "../mail/mail-program.ts";
import { openLine } from "../mail/line.ts";
import { mailAddress, startMailServers } from "../mail/mail-servers.ts";
import { inService, type Service } from "../service.ts";

// Small in the normal suite. `npm run test:faults -- inbox-outage` waits for the true times: ten minutes without a network.
const IS_FULL = process.env["FAULTS"] === "full";
const OUTAGE_MS = Number(process.env["OUTAGE_MS"] ?? (IS_FULL ? 600_000 : 8_000));
const MAILBOXES = IS_FULL ? 20 : 4;
const MAILS = 10;
const FAST: ImapTiming = { idleMs: 3_000, silentMs: 6_000 };
const MAX_NOTICED_MS = 3 * 60_000;
const MAX_BACK_MS = 30_000;
const env = { OUTBOUND_ALLOW: "127.0.0.1" };

/** What a worker does for mailboxes, with other limits for silence. */
async function startMailWorker({ app, config, clock, database }: Service, t: TestContext, timing: ImapTiming): Promise<void> {
  const needs = { execute: app.execute, databaseUrl: database.url, clock, log: app.log };
  const outbound = createOutbound(config.outbound);
  const accounts = createMailAccounts({ execute: app.execute, outbound, oauth: {}, clock });
  const fetching = startFetching({ ...needs, outbound, accounts, timing });
  const identity = await openOwnerConnection(database.superuserUrl);
  const taking = startTaking({ ...needs, identity, callsAtOnce: 4 });
  t.after(async () => {
    await Promise.all([fetching.stop(), taking.stop()]);
    await identity.end();
  });
}

const channelOf = async ({ database }: Service, { id }: ConnectedMailbox) =>
  (await database.query("select state, cause, words, failures from channels where id = $1", [id]))[0];

/** Waits. If it was in vain, says what is known of every mailbox. */
async function untilSaid(service: Service, what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  await until(what, isSo, seconds).catch(async (error: Error) => {
    const known = await service.database.query(
      `select address, state, cause, words, failures, next_try_at, lines,
         (select json_object_agg(state, n) from (select state, count(*) as n from inbound_items i where i.channel_id = c.id group by state) t) as items,
         (select count(*) from messages m where m.channel_id = c.id) as messages
       from channels c`,
    );
    throw new Error(`${error.message}: ${JSON.stringify(known)}`);
  });
}

test(
  "a line that falls silent is noticed, and said on the channel: within 3 minutes by the usual limits",
  { timeout: 120_000 },
  inService(
    async (service, t) => {
      // What is asked last may have been asked just before the silence. Then it is tried once more, for ten seconds at most.
      assert.ok(TIMING.idleMs + TIMING.silentMs + 10_000 < MAX_NOTICED_MS);
      const servers = await startMailServers({ users: 1 });
      t.after(() => servers.stop());
      const line = await openLine(servers.ports.imap);
      t.after(() => line.stop());
      await startMailWorker(service, t, FAST);
      await servers.deliver(mailAddress(1), smallMail(1));
      const mailbox = await connectMailbox(service, await service.given.admin(), servers, mailAddress(1), { port: line.port });
      await until("the first mail", async () => (await countOf(service, mailbox, "messages")) === 1, 60);
      await setTimeout(2 * FAST.idleMs);
      assert.deepEqual([(await channelOf(service, mailbox))?.["state"], line.connections()], ["ok", 1], "quiet is not silent");
      line.silence();
      const started = performance.now();
      await until("it is said", async () => (await channelOf(service, mailbox))?.["cause"] === "silent", 60);
      const ms = performance.now() - started;
      t.diagnostic(`noticed after ${Math.round(ms)} ms, with ${FAST.idleMs} ms of waiting and ${FAST.silentMs} ms of silence allowed`);
      const { state, words } = (await channelOf(service, mailbox)) ?? {};
      assert.deepEqual([state, words], ["failing", "The mail server stopped answering."]);
      assert.ok(ms > FAST.silentMs / 2);
    },
    { env },
  ),
);

test(
  `after ${OUTAGE_MS / 1_000} s without a network all mails of ${MAILBOXES} mailboxes are there within 30 s`,
  { timeout: OUTAGE_MS + 600_000 },
  inService(
    async (service, t) => {
      const servers = await startMailServers({ users: MAILBOXES });
      t.after(() => servers.stop());
      const line = await openLine(servers.ports.imap);
      t.after(() => line.stop());
      await startMailWorker(service, t, IS_FULL ? TIMING : FAST);
      const ada = await service.given.admin();
      const mailboxes: ConnectedMailbox[] = [];
      for (let n = 1; n <= MAILBOXES; n++) mailboxes.push(await connectMailbox(service, ada, servers, mailAddress(n), { port: line.port }));
      const haveAll = async (count: number) => {
        const counts = await Promise.all(mailboxes.map((one) => countOf(service, one, "messages")));
        return counts.every((found) => found === count);
      };
      await until("connected", async () => line.connections() === MAILBOXES, 120);
      for (const { address } of mailboxes) await servers.deliver(address, smallMail(`before-${address}`));
      await untilSaid(service, "mail comes in", () => haveAll(1), 120);
      line.silence();
      const back = setTimeout(OUTAGE_MS);
      for (const { address } of mailboxes) for (let n = 0; n < MAILS; n++) await servers.deliver(address, smallMail(`${n}-${address}`));
      const { database } = service;
      await until("noticed", async () => (await database.query("select from channels where state = 'ok'")).length === 0, 180);
      // As after a long time: the next try is as far away as it can be.
      await database.query("update channels set failures = greatest(failures, 10)");
      await back;
      assert.ok(await haveAll(1), "nothing came through");
      line.mend();
      const started = performance.now();
      await untilSaid(service, "everything is there", () => haveAll(1 + MAILS), 2 * (MAX_BACK_MS / 1_000));
      const ms = performance.now() - started;
      t.diagnostic(`everything was there ${Math.round(ms)} ms after the network came back`);
      assert.ok(ms < MAX_BACK_MS, `${ms} ms`);
      await until("all are well", async () => (await database.query("select from channels where state <> 'ok'")).length === 0);
      const folders = await database.query("select there, here from channel_folders where path = 'INBOX'");
      assert.deepEqual(
        folders.map(({ there, here }) => [there, here]),
        mailboxes.map(() => [1 + MAILS, 1 + MAILS]),
      );
    },
    { env },
  ),
);

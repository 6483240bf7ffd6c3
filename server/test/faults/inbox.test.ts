import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createMailAccounts, startFetching } from "../../src/features/channels/index.ts";
import { createChannelTaker } from "../../src/features/inbox/take/take-channel.ts";
import type { Execute } from "../../src/kernel/execute.ts";
import { createOutbound } from "../../src/platform/outbound/outbound.ts";
import { untilTaken } from "../inbox-items.ts";
import { connectMailbox, countOf, smallMail } from "../mail/connected-mailbox.ts";
import { inMailProgram, until } from "../mail/mail-program.ts";
import { openLine } from "../mail/line.ts";
import { mailAddress, startMailServers, type MailServers } from "../mail/mail-servers.ts";
import { inService } from "../service.ts";
import { startCutOff } from "./cut-off.ts";
import { compareMailbox, DOOMED } from "./inbox-checker.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- inbox` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const MAILS = size(300, 100_000);
const LARGE = size(20, 10_000);
const KILLS = size(6, 120);
const AT_ONCE = 4;

const largeMail = (n: number) => `${smallMail(`large-${n}`)}${`${"z".repeat(70)}\r\n`.repeat(700)}`;

/** Delivers mails, four at once, and none while the server is restarted: nobody could say then whether it had taken one. */
function createPostman(servers: MailServers, address: string) {
  let restarted = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  return {
    async deliver(mails: string[]): Promise<void> {
      const rest = [...mails];
      const one = async () => {
        for (let mail = rest.pop(); mail !== undefined; mail = rest.pop()) {
          await restarted;
          const delivery = servers.deliver(address, mail);
          underWay.add(delivery);
          await delivery.finally(() => underWay.delete(delivery));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },
    async restart(): Promise<void> {
      const done = Promise.withResolvers<void>();
      restarted = done.promise;
      await Promise.all(underWay);
      await servers.stopDovecot();
      await servers.startDovecot();
      done.resolve();
    },
  };
}

/** Moves mails away and back, which gives them new numbers, and removes what is doomed. */
async function disturb(servers: MailServers, address: string): Promise<void> {
  await inMailProgram(servers, address, async (client) => {
    const lock = await client.getMailboxLock("INBOX");
    try {
      const last = (await client.search({ all: true }, { uid: true })) || [];
      await client.messageMove(last.slice(-5).join(), "Archive", { uid: true });
      const doomed = (await client.search({ header: { "message-id": DOOMED } }, { uid: true })) || [];
      if (doomed.length > 0) await client.messageDelete(doomed.join(), { uid: true });
    } finally {
      lock.release();
    }
    const archive = await client.getMailboxLock("Archive");
    await client.messageMove("1:*", "INBOX").finally(() => archive.release());
  });
}

test(
  `${MAILS} small and ${LARGE} large mails, a worker killed ${KILLS} times, lines cut, Dovecot restarted: every mail is one message`,
  { timeout: size(300_000, 3_600_000) },
  inService(
    async (service, t) => {
      const servers = await startMailServers({ users: 1 });
      t.after(() => servers.stop());
      const line = await openLine(servers.ports.imap);
      t.after(() => line.stop());
      const address = mailAddress(1);
      const ada = await service.given.admin();
      const half = MAILS / 2;
      const postman = createPostman(servers, address);
      await postman.deliver(Array.from({ length: half }, (_, n) => smallMail(n)));
      const mailbox = await connectMailbox(service, ada, servers, address, { port: line.port });
      using database = await startCutOff(service.database.url);
      const workers = createWorkers(database.url, t, { NODE_EXTRA_CA_CERTS: servers.certificateFile });
      for (let count = 0; count < 2; count++) workers.start();
      await workers.ready();
      const delivering = (async () => {
        const mails = [
          ...Array.from({ length: half }, (_, n) => smallMail(half + n)),
          ...Array.from({ length: LARGE }, (_, n) => largeMail(n)),
          ...Array.from({ length: 10 }, (_, n) => smallMail(`${DOOMED}${n}`)),
        ];
        for (const part = Math.ceil(mails.length / 10); mails.length > 0; await setTimeout(size(300, 2_000)))
          await postman.deliver(mails.splice(0, part));
      })();
      for (let kills = 0; kills < KILLS;) {
        await setTimeout(randomInt(size(50, 300), size(400, 2_000)));
        if (!(await workers.killOldest())) continue;
        workers.start();
        kills++;
        if (kills % 4 === 1) line.cut();
        if (kills % 4 === 2) await disturb(servers, address);
        if (kills % 12 === 3) {
          database.cut();
          await setTimeout(300);
          database.mend();
        }
        if (kills % 12 === 7) await postman.restart();
      }
      await delivering;
      // What was moved last has a number that nobody has read yet.
      const wanted = await inMailProgram(
        servers,
        address,
        async (client) => ((await client.status("INBOX", { messages: true })) || undefined)?.messages ?? 0,
      );
      const patience = size(60, 1_200);
      await until("every mail is written down", async () => (await countOf(service, mailbox, "inbound_items")) >= wanted, patience);
      await untilTaken(service, mailbox, patience);
      await until("equal", async () => (await compareMailbox(service, servers, mailbox)).lost.length === 0, patience).catch(
        () => undefined,
      );
      const result = await compareMailbox(service, servers, mailbox);
      assert.deepEqual(result, { there: MAILS + LARGE, lost: [], twice: [] });
      assert.equal(await countOf(service, mailbox, "inbound_items where state = 'failed'"), 0);
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

test(
  "the check fails for a worker that moves on before it has written the mails down",
  inService(
    async (service, t) => {
      const servers = await startMailServers({ users: 1 });
      t.after(() => servers.stop());
      const address = mailAddress(1);
      const mailbox = await connectMailbox(service, await service.given.admin(), servers, address);
      let isBroken = false;
      // The position is saved, then the worker dies; and it does not compare afterwards.
      const execute: Execute = async (operation, actor, input, request) => {
        if (operation.name === "channels.findMissing") return { uids: [] } as never;
        const { last_uid: last, mails } = input as { last_uid?: number | null; mails?: unknown[] };
        const isItsMail = operation.name === "channels.saveFetched" && (mails?.length ?? 0) > 0 && typeof last === "number";
        if (!isItsMail || !isBroken) return service.app.execute(operation, actor, input, request);
        isBroken = false;
        await service.database.query("update channel_folders set last_uid = $2 where channel_id = $1 and path = 'INBOX'", [
          mailbox.id,
          last,
        ]);
        throw new Error("killed");
      };
      const needs = { databaseUrl: service.database.url, clock: service.clock, log: service.app.log };
      const outbound = createOutbound(service.config.outbound);
      const accounts = createMailAccounts({ execute, outbound, oauth: {}, clock: service.clock });
      const fetching = startFetching({ ...needs, execute, outbound, accounts });
      t.after(() => fetching.stop());
      await until("connected", async () => (await countOf(service, mailbox, "channel_folders")) > 0, 60);
      isBroken = true;
      await servers.deliver(address, smallMail("lost"));
      await until("moved on", async () => !isBroken, 60);
      await servers.deliver(address, smallMail("found"));
      // It connects again after up to fifteen seconds.
      await until("the next one came", async () => (await countOf(service, mailbox, "inbound_items")) > 0, 60);
      await fetching.stop();
      const taker = createChannelTaker(
        { execute: service.app.execute, log: service.app.log },
        { companyId: mailbox.companyId, channelId: mailbox.id },
      );
      await taker.write((await taker.read([])).arrivals);
      const { lost } = await compareMailbox(service, servers, mailbox);
      assert.deepEqual(lost, ["lost@elsewhere.example"]);
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

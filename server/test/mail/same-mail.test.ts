// Only in the complete run: it moves mailboxes between servers. `fetch/fetch` takes mails once, too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { messagesOf } from "../inbox-items.ts";
import { watchHeld } from "../watch-held.ts";
import { connectMailbox, countOf, renumber, smallMail, type ConnectedMailbox } from "./connected-mailbox.ts";
import { inMailProgram, until } from "./mail-program.ts";
import { mailAddress, startMailServers, type MailServers } from "./mail-servers.ts";
import { within } from "../measured.ts";
import { ago } from "../moments.ts";

// From a real Dovecot to messages: whatever a server does with its numbers, each mail is one message, and none is missed.
const MAX_HELD_MS = 100;
const WAIT_S = 90;
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
let servers: MailServers;
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  servers = await startMailServers({ users: 4 });
  ada = await service().given.admin();
  worker = await service().app.startWorker();
  // The first mail loads the code.
  await servers.deliver(mailAddress(4), smallMail("warm"));
  await hasMessages(await connectMailbox(service(), ada, servers, mailAddress(4)), 1);
});
test.after(async () => {
  await worker?.stop();
  await servers?.stop();
});

const hasMessages = (mailbox: ConnectedMailbox, count: number) =>
  until(`${count} messages`, async () => (await messagesOf(service(), mailbox)).length === count, WAIT_S);
const hasItems = (mailbox: ConnectedMailbox, what: string, count: number) =>
  until(`${count} of ${what}`, async () => (await countOf(service(), mailbox, `inbound_items where ${what}`)) === count, WAIT_S);
const dated = (n: number) => ({ Date: ago(n * 60_000).toUTCString() });
const isHeldBriefly = (heldMs: number) => assert.ok(heldMs <= within(MAX_HELD_MS), `the event loop was held for ${Math.round(heldMs)} ms`);

test("new UIDVALIDITY: mails are recognised by id, date and size without being loaded, nothing is taken twice, and what came meanwhile is there", async () => {
  const address = mailAddress(1);
  for (let n = 0; n < 5; n++) await servers.deliver(address, smallMail(n, dated(n)));
  const noId = "From: a@elsewhere.example\r\nSubject: No id\r\n\r\nNo id.\r\n";
  await servers.deliver(address, noId);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasMessages(mailbox, 6);
  const held = watchHeld();
  renumber(servers, address, 4_000_000_000);
  await servers.deliver(address, smallMail("meanwhile"));
  await servers.deliver(address, smallMail(3, dated(300)));
  // A session keeps the numbers that it began with.
  await service().database.query("update channels set version = version + 1 where id = $1", [mailbox.id]);
  await hasItems(mailbox, "source_key like 'INBOX/4000000000/%' and state in ('done', 'duplicate')", 8);
  await hasMessages(mailbox, 8);
  isHeldBriefly(held.stop());
  const states = await service().database.query(
    `select state, bytes is not null as is_loaded, count(*)::int as n from inbound_items
     where channel_id = $1 and source_key like 'INBOX/4000000000/%' group by 1, 2 order by 1, 2`,
    [mailbox.id],
  );
  assert.deepEqual(states, [
    { state: "done", is_loaded: true, n: 2 },
    { state: "duplicate", is_loaded: false, n: 5 },
    { state: "duplicate", is_loaded: true, n: 1 },
  ]);
  await servers.deliver(address, smallMail("after"));
  await hasMessages(mailbox, 9);
});

test("a mail that is moved away and back, and copied, is one message", async () => {
  const address = mailAddress(2);
  for (let n = 0; n < 3; n++) await servers.deliver(address, smallMail(n, dated(n)));
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasMessages(mailbox, 3);
  const held = watchHeld();
  await inMailProgram(servers, address, async (client) => {
    await client.mailboxOpen("INBOX");
    await client.messageMove("1", "Archive");
    await client.mailboxOpen("Archive");
    await client.messageMove("1", "INBOX");
    await client.mailboxOpen("INBOX");
    await client.messageCopy("2", "INBOX");
  });
  await hasItems(mailbox, "state = 'duplicate'", 2);
  isHeldBriefly(held.stop());
  assert.equal((await messagesOf(service(), mailbox)).length, 3);
});

test("41 MiB: failed with its size and what to do, while the mails beside it are taken", async () => {
  const address = mailAddress(3);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await servers.deliver(address, smallMail("before"));
  await hasMessages(mailbox, 1);
  const large = Buffer.concat([Buffer.from(smallMail("large")), Buffer.alloc(41 * 1_048_576, `${"y".repeat(70)}\r\n`)]);
  await servers.deliver(address, large);
  const held = watchHeld(); // delivering is the test's own work
  await servers.deliver(address, smallMail("after"));
  await hasMessages(mailbox, 2);
  await hasItems(mailbox, "state = 'failed' and bytes is null and reason like '%42 MiB%'", 1);
  isHeldBriefly(held.stop());
});

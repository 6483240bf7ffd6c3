import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../kernel/clock.ts";
import {
  changePassword,
  connectMailbox,
  countOf,
  renumber,
  smallMail,
  type ConnectedMailbox,
} from "../../../../test/mail/connected-mailbox.ts";
import { inMailProgram, until } from "../../../../test/mail/mail-program.ts";
import { giveOldMails } from "../../../../test/mail/old-mails.ts";
import { openLine } from "../../../../test/mail/line.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../../test/mail/mail-servers.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { seldom, stopwatch, within } from "../../../../test/measured.ts";
import { ago } from "../../../../test/moments.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
let servers: MailServers;
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  servers = await startMailServers({ users: 14 });
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(async () => {
  await worker?.stop();
  await servers?.stop();
});

const deliverMany = async (address: string, from: number, count: number) => {
  for (let n = from; n < from + count; n++) await servers.deliver(address, smallMail(n));
};
const hasItems = (mailbox: ConnectedMailbox, count: number) =>
  until(`${count} items`, async () => (await countOf(service(), mailbox, "inbound_items")) === count);
const folderOf = async ({ companyId, id }: ConnectedMailbox, path = "INBOX") =>
  (
    await service().database.query("select * from channel_folders where company_id = $1 and channel_id = $2 and path = $3", [
      companyId,
      id,
      path,
    ])
  )[0];
const channelOf = async ({ id }: ConnectedMailbox) => (await service().database.query("select * from channels where id = $1", [id]))[0];
/** As a change of the channel does. */
const endSession = ({ id }: ConnectedMailbox) => service().database.query("update channels set version = version + 1 where id = $1", [id]);
const keysOf = async ({ id }: ConnectedMailbox) =>
  (await service().database.query("select source_key from inbound_items where channel_id = $1", [id])).map((row) =>
    String(row["source_key"]),
  );

test("what is in the mailbox comes in, new mail follows at once, and both sides count the same", async () => {
  const address = mailAddress(1);
  await deliverMany(address, 0, 120);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasItems(mailbox, 120);
  const took = stopwatch();
  await deliverMany(address, 120, 3);
  await hasItems(mailbox, 123);
  assert.equal(await countOf(service(), mailbox, "inbound_items where is_history"), 120, "old mails are marked: new ones are taken first");
  assert.ok(took() < within(3_000), "no comparison or look was waited for");
  const folder = await folderOf(mailbox);
  assert.deepEqual([folder?.["there"], folder?.["here"], Number(folder?.["last_uid"])], [123, 123, 123]);
  assert.equal(new Set(await keysOf(mailbox)).size, 123);
  const [bytes] = await service().database.query(
    "select convert_from(bytes, 'UTF8') as mail from inbound_items where channel_id = $1 limit 1",
    [mailbox.id],
  );
  assert.match(String(bytes?.["mail"]), /The text of mail \d+\./);
  const unread = await inMailProgram(servers, address, async (client) => {
    const status = await client.status("INBOX", { unseen: true });
    return status ? status.unseen : undefined;
  });
  assert.equal(unread, 123, "nothing changes over there");
});

test("a mail that arrives while old mail comes in waits for one small step", async (t) => {
  const address = mailAddress(14);
  const line = await openLine(servers.ports.imap);
  t.after(() => line.stop());
  giveOldMails(servers, address, 2_000);
  const mailbox = await connectMailbox(service(), ada, servers, address, { port: line.port });
  const items = (condition: string) => countOf(service(), mailbox, `inbound_items where ${condition}`);
  await until("old mail comes in", async () => (await items("is_history")) > 0);
  line.slow(200_000); // a step lasts a while, whatever this machine does besides
  for (let n = 1; n <= 3; n++) {
    await servers.deliver(address, smallMail(`new-${n}`));
    const before = await items("is_history");
    await until("the new mail is here", async () => (await items("not is_history")) === n);
    // Ids rise as items are written down.
    const [row] = await service().database.query(
      `select count(*)::int as n from inbound_items
       where channel_id = $1 and is_history and id < (select id from inbound_items where channel_id = $1 and not is_history order by id desc limit 1)`,
      [mailbox.id],
    );
    const meanwhile = Number(row?.["n"]) - before;
    assert.ok(meanwhile <= 50, `${meanwhile} old mails came before it`);
  }
  assert.ok((await items("is_history")) < 2_000, "old mail was coming in all the time");
});

test("mail older than asked for stays where it is", async () => {
  const address = mailAddress(2);
  await inMailProgram(servers, address, async (client) => {
    for (const [n, days] of [
      [1, 400],
      [2, 31],
      [3, 29],
      [4, 1],
    ] as const)
      await client.append("INBOX", smallMail(n), [], ago(days * DAY_MS));
  });
  const mailbox = await connectMailbox(service(), ada, servers, address, { historyDays: 30 });
  await hasItems(mailbox, 2);
  await until("compared", async () => (await folderOf(mailbox))?.["there"] === 2);
});

test("sent mail and spam come in too, marked by their folder", async () => {
  const address = mailAddress(3);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await inMailProgram(servers, address, async (client) => {
    await client.append("Sent", smallMail("sent"));
    await client.append("Junk", smallMail("junk"));
    await client.append("Archive", smallMail("archive"));
  });
  await hasItems(mailbox, 2);
  assert.deepEqual((await keysOf(mailbox)).map((key) => key.split("/", 1).join("")).sort(), ["Junk", "Sent"]);
  assert.equal((await folderOf(mailbox, "Sent"))?.["role"], "sent");
});

test("what is missing here is found by the comparison after each connection", async () => {
  const address = mailAddress(4);
  await deliverMany(address, 0, 10);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasItems(mailbox, 10);
  await service().database.query("delete from inbound_items where channel_id = $1 and source_key ~ '/[357]$'", [mailbox.id]);
  await endSession(mailbox);
  await hasItems(mailbox, 10);
});

test("mails that the server numbers anew are found under their new numbers, and new ones follow", async () => {
  const address = mailAddress(5);
  await deliverMany(address, 0, 5);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasItems(mailbox, 5);
  renumber(servers, address, 4_000_000_000);
  await deliverMany(address, 5, 1);
  await endSession(mailbox); // a session keeps the numbers it began with
  await until("read anew", async () => Number((await folderOf(mailbox))?.["uid_validity"]) === 4_000_000_000);
  await hasItems(mailbox, 11);
  await deliverMany(address, 6, 1);
  await hasItems(mailbox, 12);
});

test("a folder that is numbered anew while its old mails are read is read anew at once", async (t) => {
  const address = mailAddress(13);
  const line = await openLine(servers.ports.imap);
  t.after(() => line.stop());
  await inMailProgram(servers, address, async (client) => {
    for (let n = 0; n < 450; n++) await client.append("Sent", smallMail(`sent-${n}`));
  });
  line.slow(40_000);
  const mailbox = await connectMailbox(service(), ada, servers, address, { port: line.port });
  const here = (uidValidity: string) => countOf(service(), mailbox, `inbound_items where source_key like 'Sent/${uidValidity}/%'`);
  await until("some are here", async () => (await here("%")) > 0);
  renumber(servers, address, 4_000_000_000, "Sent");
  assert.ok((await here("%")) < 450, "others are still missing");
  line.mend();
  await until("all are here", async () => (await here("4000000000")) === 450);
});

test("a mail that is moved away and back is written down under its new number", async () => {
  const address = mailAddress(12);
  await deliverMany(address, 0, 3);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasItems(mailbox, 3);
  await inMailProgram(servers, address, async (client) => {
    await client.mailboxOpen("INBOX");
    await client.messageMove("1", "Archive");
    await client.mailboxOpen("Archive");
    await client.messageMove("1", "INBOX");
  });
  await hasItems(mailbox, 4);
});

test("a line that is cut is mended by itself, and what came meanwhile is there", async (t) => {
  const address = mailAddress(6);
  const line = await openLine(servers.ports.imap);
  t.after(() => line.stop());
  await deliverMany(address, 0, 2);
  const mailbox = await connectMailbox(service(), ada, servers, address, { port: line.port });
  await hasItems(mailbox, 2);
  line.cut();
  await deliverMany(address, 2, 2);
  await hasItems(mailbox, 4);
  assert.equal((await channelOf(mailbox))?.["state"], "ok", "a line that was cut once is no news");
  line.down();
  await until("failing", async () => (await channelOf(mailbox))?.["state"] === "failing");
  await deliverMany(address, 4, 1);
  line.mend();
  service().clock.advance(60_000);
  await hasItems(mailbox, 5);
  assert.equal((await channelOf(mailbox))?.["state"], "ok");
});

test("a wrong password is said with its remedy, once, and a right one mends it", async () => {
  const address = mailAddress(7);
  await deliverMany(address, 0, 1);
  const mailbox = await connectMailbox(service(), ada, servers, address, { password: "wrong" });
  await until("needs a person", async () => (await channelOf(mailbox))?.["state"] === "needs_sign_in");
  const { cause, remedy, lines } = (await channelOf(mailbox)) as { cause: string; remedy: string; lines: { text: string }[] };
  assert.equal(cause, "password");
  assert.match(remedy, /password/);
  assert.ok(lines.length > 0 && !JSON.stringify(lines).includes("wrong"));
  await changePassword(service(), mailbox, servers.password);
  await hasItems(mailbox, 1);
  const events = await service().database.query("select type from events where company_id = $1 and subject_id = $2 order by at", [
    mailbox.companyId,
    mailbox.id,
  ]);
  assert.deepEqual(
    events.map((row) => row["type"]),
    ["channel.failing"],
  );
});

seldom("a mail over 40 MiB is written down as failed, with its size and what to do", async () => {
  const address = mailAddress(8);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await servers.deliver(address, Buffer.concat([Buffer.from(smallMail("large")), Buffer.alloc(41 * 1_048_576, `${"y".repeat(70)}\r\n`)]));
  await servers.deliver(address, smallMail("next"));
  await hasItems(mailbox, 2);
  const [row] = await service().database.query("select reason, bytes, size from inbound_items where channel_id = $1 and state = 'failed'", [
    mailbox.id,
  ]);
  assert.match(String(row?.["reason"]), /42 MiB.*mail program/);
  assert.equal(row?.["bytes"], null);
});

test("one server that hangs delays no other mailbox", async (t) => {
  const line = await openLine(servers.ports.imap);
  t.after(() => line.stop());
  line.silence();
  for (let n = 0; n < 5; n++) await connectMailbox(service(), await service().given.admin(), servers, mailAddress(9), { port: line.port });
  const mailbox = await connectMailbox(service(), ada, servers, mailAddress(10));
  await deliverMany(mailAddress(10), 0, 1);
  const took = stopwatch();
  await hasItems(mailbox, 1);
  assert.ok(took() < within(3_000));
});

test("a mailbox that is paused is left alone, and goes on where it was", async () => {
  const address = mailAddress(11);
  await deliverMany(address, 0, 1);
  const mailbox = await connectMailbox(service(), ada, servers, address);
  await hasItems(mailbox, 1);
  const pause = (state: string) => service().database.query("update channels set state = $2 where id = $1", [mailbox.id, state]);
  await pause("paused");
  await until("released", async () => (await channelOf(mailbox))?.["lease_by"] === null, 30);
  await deliverMany(address, 1, 1);
  await pause("ok");
  await hasItems(mailbox, 2);
});

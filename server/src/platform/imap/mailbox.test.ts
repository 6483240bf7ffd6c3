// Only in the complete run: a real Dovecot in many states. `fetch/fetch` reads one by the same code.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openLine } from "../../../test/mail/line.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../test/mail/mail-servers.ts";
import { makeCertificate } from "../../../test/outbound/receiver.ts";
import { createServer as createTlsServer } from "node:tls";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { parseAllowed, type AllowedNetwork } from "../outbound/addresses.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { trouble } from "../mail-account/trouble.ts";
import { openMailbox, type MailboxSession } from "./mailbox.ts";
import { PATIENCE_MS, stopwatch, within } from "../../../test/measured.ts";

const allowed = [parseAllowed("127.0.0.0/8")] as AllowedNetwork[];
const outbound = createOutbound({ allowed });
let servers: MailServers;
before(async () => {
  servers = await startMailServers({ users: 8 });
});
after(() => servers.stop());

const mail = (n: number, bytes = 0) =>
  `Message-ID: <${n}@test>\r\nSubject: Mail ${n}\r\nFrom: a@elsewhere.example\r\n\r\n${"x"
    .repeat(70)
    .concat("\r\n")
    .repeat(Math.ceil(bytes / 72))}.\r\n`;
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of items) found.push(one);
  return found;
}

const uidsOf = async (mails: AsyncIterable<{ uid: number }>) => (await all(mails)).map(({ uid }) => uid);

async function openInbox(n: number, change = {}): Promise<MailboxSession> {
  const box = await openMailbox(outbound, { ...servers.imapAccount(mailAddress(n)), ...change });
  await box.examine("INBOX");
  return box;
}

test("mails above a UID come in batches of 50, rising, each once, and nothing changes over there", async () => {
  await Promise.all(Array.from({ length: 60 }, (_, at) => servers.deliver(mailAddress(1), mail(at))));
  const box = await openMailbox(outbound, servers.imapAccount(mailAddress(1), { security: "tls" }));
  const { exists, uidNext, uidValidity } = await box.examine("INBOX");
  assert.deepEqual([exists, uidNext], [60, 61]);
  assert.ok(uidValidity > 0);
  const batches: number[][] = [];
  for (let last = 0; ;) {
    const batch = await uidsOf(box.fetchAbove(last));
    if (batch.length === 0) break;
    batches.push(batch);
    last = batch.at(-1) ?? last;
  }
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [50, 10],
  );
  assert.deepEqual(
    batches.flat(),
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  assert.deepEqual(await box.uids(), batches.flat());
  assert.deepEqual(await uidsOf(box.fetchAbove(60)), [], "`n:*` names the last mail, which is not above");
  const headers = await all(box.envelopes([3, 5]));
  assert.deepEqual(
    headers.map(({ uid }) => uid),
    [3, 5],
  );
  assert.match(String(headers[0]?.headers), /^Message-ID: <\d+@test>/im);
  const [first] = (await box.fetchNewest([1])).mails;
  assert.match(String(first?.bytes), /Subject: Mail \d+\r\n/);
  await box.close();
});

test("a batch ends at its bytes, and one mail over them is a batch of its own", async () => {
  for (const bytes of [30_000, 30_000, 30_000, 200_000, 10]) await servers.deliver(mailAddress(2), mail(1, bytes));
  const box = await openInbox(2);
  const sizes: number[] = [];
  for (let last = 0; ;) {
    const batch = await uidsOf(box.fetchAbove(last, { maxBytes: 65_000 }));
    if (batch.length === 0) break;
    sizes.push(batch.length);
    last = batch.at(-1) ?? last;
  }
  assert.deepEqual(sizes, [2, 1, 1, 1]);
  await box.close();
});

test("of some mails the newest come first, as many as fit; one over the limit is alone, and those that are gone are left out", async () => {
  for (const bytes of [30_000, 30_000, 200_000, 30_000, 30_000]) await servers.deliver(mailAddress(2), mail(1, bytes));
  const box = await openInbox(2);
  const uids = (await box.uids()).slice(-5);
  const steps: number[][] = [];
  for (let left = [...uids, 4_000]; left.length > 0;) {
    const step = await box.fetchNewest(left, { maxBytes: 65_000 });
    steps.push(step.mails.map(({ uid }) => uid));
    ({ left } = step);
  }
  assert.deepEqual(steps, [uids.slice(3), uids.slice(2, 3), uids.slice(0, 2)]);
  assert.deepEqual(await box.fetchNewest([4_000]), { mails: [], left: [] });
  await box.close();
});

test("a mail over 40 MiB is named with its size, and only its start is read", async () => {
  const large = Buffer.concat([Buffer.from(mail(1)), Buffer.alloc(41 * 1_048_576, "y".repeat(70).concat("\r\n"))]);
  await servers.deliver(mailAddress(3), large);
  await servers.deliver(mailAddress(3), mail(2));
  const box = await openInbox(3);
  const mails = await all(box.fetchAbove(0));
  assert.deepEqual(
    mails.map(({ uid, isTooLarge }) => [uid, isTooLarge]),
    [
      [1, true],
      [2, false],
    ],
  );
  assert.ok((mails[0]?.size ?? 0) > 41 * 1_048_576 && (mails[0]?.bytes.length ?? 0) <= 65_536);
  assert.match(String(mails[0]?.bytes), /Subject: Mail 1/);
  await box.close();
});

test("waiting ends when a mail arrives through Postfix, at once where one came before, and quietly otherwise", async () => {
  const box = await openInbox(4);
  assert.equal(await box.idle(300), false);
  const took = stopwatch();
  const [news] = await Promise.all([box.idle(PATIENCE_MS), servers.post(mailAddress(4), mail(1))]);
  assert.equal(news, true);
  assert.ok(took() < within(5_000));
  assert.deepEqual(await uidsOf(box.fetchAbove(0)), [1]);
  const [again] = await Promise.all([box.idle(PATIENCE_MS), servers.deliver(mailAddress(4), mail(2))]);
  assert.equal(again, true);
  assert.deepEqual(await uidsOf(box.fetchAbove(1)), [2]);
  await box.close();
});

test("folders are named with what they are for", async () => {
  const box = await openInbox(5);
  const folders = new Map((await box.folders()).map(({ path, specialUse }) => [path, specialUse]));
  assert.equal(folders.get("INBOX"), "\\Inbox");
  assert.equal(folders.get("Sent"), "\\Sent");
  assert.equal(folders.get("Junk"), "\\Junk");
  await box.close();
});

test("a silent line is noticed while waiting, and a cut one at once", async () => {
  const line = await openLine(servers.ports.imap);
  const waiting = await openInbox(6, { port: line.port, timing: { idleMs: 400, silentMs: 600 } });
  line.silence();
  const took = stopwatch();
  await assert.rejects(waiting.idle(60_000), (error) => trouble(error).cause === "silent");
  const ms = took();
  assert.ok(ms > 300 && ms < within(3_000), `${ms} ms`);
  await waiting.close();
  line.mend();
  const second = await openInbox(6, { port: line.port });
  const lost = assert.rejects(second.idle(60_000), (error) => trouble(error).cause === "silent");
  line.cut();
  await lost;
  await assert.rejects(second.uids());
  await second.close();
  await line.stop();
});

test("each trouble has its cause", async () => {
  const account = servers.imapAccount(mailAddress(7));
  const causeOf = async (change: object, by = outbound) => {
    const opened = await openMailbox(by, { ...account, timing: { idleMs: 500, silentMs: 3_000 }, ...change }).catch(
      (error: unknown) => error,
    );
    if (!(opened instanceof Error)) throw new Error("it was opened");
    return trouble(opened, { isToken: "accessToken" in change }).cause;
  };
  servers.tokens.give("token-7", mailAddress(7));
  await (await openMailbox(outbound, { ...account, accessToken: "token-7" })).close();
  servers.tokens.take("token-7");
  assert.equal(await causeOf({ password: "wrong" }), "password");
  assert.equal(await causeOf({ accessToken: "token-7-was-taken-back" }), "token");
  assert.equal(await causeOf({ port: 9 }), "unreachable");
  assert.equal(await causeOf({ host: "gone.example", port: 993 }, createOutbound({ resolve: async () => [] })), "dns");
  assert.equal(await causeOf({ security: "tls" }), "tls", "this port speaks STARTTLS");

  const foreign = makeCertificate(["elsewhere.example"]);
  const tls = createTlsServer(foreign, (socket) => void socket.on("error", () => undefined).write("* OK hello\r\n")).listen(0, "127.0.0.1");
  await once(tls, "listening");
  assert.equal(await causeOf({ security: "tls", port: (tls.address() as AddressInfo).port }), "tls", "a certificate nobody vouches for");
  tls.close();

  const answers = ["* BYE Too many simultaneous connections\r\n", "", "* OK hello without STARTTLS\r\n"];
  const plain = createServer((socket) => void socket.on("error", () => undefined).write(answers[0] ?? "")).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  assert.equal(await causeOf({ port }), "busy");
  answers.shift();
  assert.equal(await causeOf({ port, timing: { idleMs: 500, silentMs: 300 } }), "silent");
  plain.close();
});

test("a full mailbox is told by its quota", async () => {
  for (let n = 0; n < 19; n++) await servers.deliver("full@test.example", mail(n, 1_000)).catch(() => undefined);
  const box = await openMailbox(outbound, servers.imapAccount("full@test.example"));
  const quota = await box.quota();
  assert.equal(quota?.limit, 20 * 1_024);
  assert.ok((quota?.used ?? 0) > 17_000);
  await assert.rejects(servers.deliver("full@test.example", mail(1, 5_000)), (error) => trouble(error).cause === "full");
  await box.close();
  const endless = await openInbox(8);
  assert.equal(await endless.quota(), null);
  await endless.close();
});

test("the lines of a connection hold its commands and the server's answers, and no credential, address or mail", async () => {
  await servers.deliver(mailAddress(8), `Subject: Very private\r\n\r\nWords.\r\n`);
  const lines: string[] = [];
  const box = await openMailbox(outbound, { ...servers.imapAccount(mailAddress(8)), log: (line) => lines.push(line) });
  await box.examine("INBOX");
  await uidsOf(box.fetchAbove(0));
  await box.close();
  const text = lines.join("\n");
  assert.match(text, /< \* OK/);
  assert.match(text, /> \S+ EXAMINE/);
  for (const secret of [servers.password, Buffer.from(servers.password).toString("base64"), mailAddress(8), "private", "Words"])
    assert.ok(!text.includes(secret), `${secret} is in the lines`);
});

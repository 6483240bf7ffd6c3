import assert from "node:assert/strict";
import { test } from "node:test";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import { giveChannel, itemsOf, messagesOf, putMails, untilTaken } from "../../../../test/inbox-items.ts";
import { smallMail } from "../../../../test/mail/connected-mailbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { watchHeld } from "../../../../test/watch-held.ts";
import { within } from "../../../../test/measured.ts";

// Each mail is taken once, or failed with its reason, while the mail beside it goes on; and no mail holds the worker.
const MAX_HELD_MS = 100;
const service = sharedService();
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  ada = await service().given.admin();
  worker = await service().app.startWorker();
  // The first mail loads the code.
  const channel = await giveChannel(service(), ada, { address: "warm@ours.example" });
  await putMails(service(), channel, [smallMail("warm")]);
  await untilTaken(service(), channel);
});
test.after(() => worker?.stop());

let channels = 0;

async function takeHostile(mail: Buffer) {
  const channel = await giveChannel(service(), ada, { address: `hostile-${++channels}@ours.example` });
  await putMails(service(), channel, [smallMail("before"), mail, smallMail("after")]);
  const held = watchHeld();
  for (let round = 0; round < 4; round++) {
    await untilTaken(service(), channel);
    service().clock.advance(3 * MINUTE_MS);
  }
  const heldMs = held.stop();
  const [items, messages] = [await itemsOf(service(), channel), await messagesOf(service(), channel)];
  for (const neighbour of ["before@elsewhere.example", "after@elsewhere.example"])
    assert.equal(messages.filter((message) => message["rfc_id"] === neighbour).length, 1, "its neighbours go on");
  const item = items[1];
  const taken = messages.filter((message) => message["item_id"] === item?.["id"]);
  if (item?.["state"] === "failed") assert.ok(String(item["reason"]).length > 20 && taken.length === 0);
  else assert.deepEqual([item?.["state"], taken.length], ["done", 1]);
  assert.ok(heldMs <= within(MAX_HELD_MS), `the event loop was held for ${Math.round(heldMs)} ms`);
  return { item, message: taken[0] };
}

const mailOf = (headers: string[], body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${["From: eve@evil.example", "Message-ID: <h@evil.example>", ...headers].join("\r\n")}\r\n\r\n`),
    Buffer.from(body),
  ]);

test("5,000 nested messages", async () => {
  const nested = "Content-Type: message/rfc822\r\n\r\n".repeat(5_000);
  await takeHostile(mailOf(["Subject: Nested", "MIME-Version: 1.0", "Content-Type: message/rfc822"], nested));
});

test("a header of 5 MB", async () => {
  await takeHostile(mailOf([`X-Long: ${"a".repeat(5 * 1024 * 1024)}`, "Subject: Header"], "Text"));
});

test("100,000 recipients", async () => {
  const all = Array.from({ length: 100_000 }, (_, n) => `r${n}@example.org`).join(",\r\n ");
  const { item, message } = await takeHostile(mailOf([`To: ${all}`, "Subject: Everybody"], "Text"));
  if (item?.["state"] === "done") assert.ok(JSON.stringify(message?.["recipients"]).length < 200_000, "kept within bounds");
});

test("NUL in subject, name and text", async () => {
  const { message } = await takeHostile(
    mailOf(["Subject: A\0B =?utf-8?Q?=00?=", 'Content-Type: text/plain; name="x\0.txt"'], "before\0after"),
  );
  assert.match(String(message?.["text"]), /before.*after/);
});

test("an unknown charset, and bytes that are no text", async () => {
  const body = Buffer.concat([Buffer.from("start "), Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80]), Buffer.from(" end")]);
  const { message } = await takeHostile(mailOf(["Subject: =?x-klingon?Q?caf=E9?=", "Content-Type: text/plain; charset=x-klingon"], body));
  assert.match(String(message?.["text"]), /start/);
});

test("half of a surrogate pair", async () => {
  const { message } = await takeHostile(
    mailOf(["Subject: Half", "Content-Type: text/html; charset=utf-8"], "<p>half &#xD800; &#xDC00; and whole &#x1F600;</p>"),
  );
  assert.match(String(message?.["text"]), /whole/);
});

test("file names that climb out of their folder", async () => {
  const names = ["../../etc/passwd", "..\\..\\windows\\system.ini", "/etc/shadow", "a\r\nX-Injected: 1", "\u202Efdp.exe"];
  const parts = names.map(
    (name) => `--b\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nbytes of ${names.indexOf(name)}\r\n`,
  );
  const { message } = await takeHostile(
    mailOf(["Subject: Names", 'Content-Type: multipart/mixed; boundary="b"'], `${parts.join("")}--b--\r\n`),
  );
  assert.ok(message);
  const uses = await service().database.query("select name from file_uses where company_id = $1", [message["company_id"]]);
  assert.ok(uses.length > 0);
  for (const { name } of uses) assert.doesNotMatch(String(name), /[/\\\r\n\u202e]|^\.\./);
});

test("a part of 10 MB without a single line end, and 20,000 empty parts", async () => {
  await takeHostile(mailOf(["Subject: Long"], "x".repeat(10 * 1024 * 1024)));
  await takeHostile(mailOf(["Subject: Parts", 'Content-Type: multipart/mixed; boundary="b"'], "--b\r\n\r\n".repeat(20_000)));
});

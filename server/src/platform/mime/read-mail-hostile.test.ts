import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, test } from "node:test";
import { readMail, stopReading } from "./read-mail.ts";
import { seldom, within } from "../../../test/measured.ts";

after(stopReading);

const HEAD = "From: Ada <ada@fernhill.example>\r\nTo: sales@kith.example\r\nSubject: Calibration\r\nMIME-Version: 1.0\r\n";
const TYPE = "Content-Type: text/plain; charset=utf-8\r\n";
const mail = (text: string) => Buffer.from(text, "latin1");
const refusal = (pattern: RegExp) => (error: unknown) => error instanceof Error && pattern.test(error.message);

/**
 * Reads while the time is measured that anything else on this thread had to wait. On a busy machine it also waits for other programs: then
 * what counts is how long this thread itself has worked.
 */
async function unheld<Result>(read: () => Promise<Result>): Promise<Result> {
  await readMail(mail(`${HEAD}\r\nfirst`)); // the thread has started
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const worked = watchTurns();
  delay.enable();
  try {
    return await read();
  } finally {
    delay.disable();
    const heldMs = Math.min(delay.max / 1e6, worked());
    assert.ok(heldMs < within(100), `the main loop was held for ${heldMs.toFixed(0)} ms`);
  }
}

/** The longest that this thread worked between two turns of its loop, in milliseconds. */
function watchTurns(): () => number {
  let last = process.threadCpuUsage();
  let longest = 0;
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return longest / 1e3;
  };
}

test("a mail without a Message-ID is known by its bytes", async () => {
  const bytes = mail(`${HEAD}\r\nHello`);
  const [first, again, other] = await Promise.all([readMail(bytes), readMail(bytes), readMail(mail(`${HEAD}\r\nHello!`))]);
  assert.equal(first.messageId, null);
  assert.equal(first.key, again.key);
  assert.notEqual(first.key, other.key);
});

test("one Message-ID with two dates is two mails, and another folder's copy is one", async () => {
  const dated = (date: string, received: string) =>
    readMail(mail(`Received: ${received}\r\n${HEAD}Message-ID: <a@x>\r\nDate: ${date}\r\n\r\nHello`));
  const [first, copy, second] = await Promise.all([
    dated("Mon, 16 Nov 2026 10:12:00 +0100", "one"),
    dated("Mon, 16 Nov 2026 09:12:00 +0000", "two"),
    dated("Mon, 16 Nov 2026 10:13:00 +0100", "one"),
  ]);
  assert.equal(first.key, copy.key);
  assert.notEqual(first.key, second.key);
});

test("a mail of 41 MiB is refused in words", async () => {
  await assert.rejects(readMail(Buffer.alloc(41 * 1024 * 1024, 65)), refusal(/^The email is 41 MiB\. An email may have 40 MiB\.$/));
});

seldom("a mail of 39 MiB is read, and nothing else waits for it", async () => {
  const part = `${"A".repeat(76)}\r\n`.repeat(Math.floor((39 * 1024 * 1024) / 78));
  const bytes = mail(
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${TYPE}\r\nHello\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${part}--b--\r\n`,
  );
  const read = await unheld(() => readMail(bytes));
  assert.equal(read.text.trim(), "Hello");
  assert.equal(read.files[0]?.bytes.length, (part.length / 78) * 57);
});

test("5,000 messages inside each other are one file", async () => {
  const bytes = mail(`${`${HEAD}Content-Type: message/rfc822\r\n\r\n`.repeat(5_000)}${HEAD}\r\ninnermost`);
  const read = await unheld(() => readMail(bytes));
  assert.equal(read.subject, "Calibration");
  assert.deepEqual(
    read.files.map(({ name, type }) => [name, type]),
    [["message.eml", "message/rfc822"]],
  );
});

test("parts nested a thousand deep are refused in words", async () => {
  const nested = Array.from({ length: 1_000 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`).join("");
  await unheld(() => assert.rejects(readMail(mail(`${HEAD}${nested}${TYPE}\r\nHello`)), refusal(/nested deeper than 50 levels/)));
});

test("a header of 5 MB is cut, and the mail is taken", async () => {
  const read = await unheld(() => readMail(mail(`X-Long: ${"a".repeat(5_000_000)}\r\n${HEAD}${TYPE}\r\nHello`)));
  assert.deepEqual([read.subject, read.text.trim()], ["Calibration", "Hello"]);
});

test("a header of 100,000 fields is cut, and the mail is taken", async () => {
  const read = await unheld(() => readMail(mail(`${HEAD}${TYPE}${"X-A: b\r\n".repeat(100_000)}\r\nHello`)));
  assert.equal(read.text.trim(), "Hello");
});

test("of 100,000 recipients the first thousand are kept, each a whole address", async () => {
  const to = Array.from({ length: 100_000 }, (_, at) => `u${at}@many.example`).join(",\r\n ");
  const read = await unheld(() => readMail(mail(`From: ada@fernhill.example\r\nTo: ${to}\r\nSubject: All\r\n\r\nHello`)));
  assert.equal(read.to.length, 1_000);
  assert.equal(read.to.at(-1)?.address, "u999@many.example");
  assert.ok(read.leftOut.recipients > 0);
  assert.equal(read.text.trim(), "Hello");
});

test("5,000 files are a hundred files, and the rest is counted", async () => {
  const parts = "--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n".repeat(5_000);
  const read = await unheld(() => readMail(mail(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--`)));
  assert.deepEqual([read.files.length, read.leftOut.files], [100, 4_900]);
});

test("NUL and other controls are left out of everything", async () => {
  const read = await readMail(
    mail(`From: "A\0da" <ada@fernhill.example>\r\nSubject: Cal\0ib\x07ration\r\n${TYPE}\r\nHe\0llo\x1b[31m\r\nthere`),
  );
  assert.doesNotMatch(JSON.stringify({ ...read, files: [] }), /\\u0000|\\u0007|\\u001b/);
  assert.equal(read.text.trim(), "Hello[31m\nthere");
});

test("an unknown charset is read as well as it can be", async () => {
  const read = await readMail(mail(`${HEAD}Content-Type: text/plain; charset=x-klingon\r\n\r\n\xff\xfe Hello`));
  assert.match(read.text, /Hello/);
  const subject = await readMail(mail(`From: a@b.example\r\nSubject: =?x-klingon?Q?Hello?=\r\n\r\nx`));
  assert.match(subject.subject, /Hello/);
});

test("names of files lead into no folder and hide no ending", async () => {
  const named = (header: string) =>
    readMail(
      mail(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/pdf\r\n${header}\r\n\r\nx\r\n--b--`),
    );
  const nameOf = async (header: string) => (await named(header)).files[0]?.name;
  assert.equal(await nameOf('Content-Disposition: attachment; filename="../../etc/passwd"'), "passwd");
  assert.equal(await nameOf('Content-Disposition: attachment; filename="..\\\\..\\\\x.pdf"'), "x.pdf");
  assert.equal(await nameOf("Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fx%0d%0aSet-Cookie.pdf"), "x Set-Cookie.pdf");
  assert.equal(await nameOf("Content-Disposition: attachment; filename*=utf-8''in%E2%80%AEfdp.exe"), "infdp.exe");
  assert.equal(await nameOf('Content-Disposition: attachment; filename=".htaccess"'), "htaccess");
  assert.equal(await nameOf('Content-Disposition: attachment; filename=".."'), "file");
  assert.equal(await nameOf("Content-Disposition: attachment"), "file");
  assert.equal((await nameOf(`Content-Disposition: attachment; filename="${"a".repeat(5_000)}.pdf"`))?.length, 150);
});

test("half of a surrogate pair never leaves the reader", async () => {
  const html = `${HEAD}Content-Type: text/html; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("<p title='\ud800'>a\ud83d</p>", "utf16le").toString("base64")}`;
  const read = await readMail(mail(html));
  assert.ok(read.text.isWellFormed() && (read.html ?? "").isWellFormed());
  const cut = await readMail(Buffer.from(`From: a@b.example\r\nSubject: ${"😀".repeat(2_000)}\r\n\r\nx`));
  assert.ok(cut.subject.isWellFormed() && cut.subject.length <= 1_000);
});

test("an empty mail and one that is no mail are read as what they are", async () => {
  assert.deepEqual((await readMail(Buffer.alloc(0))).from, null);
  const garbage = await readMail(mail("garbage\r\n\r\nbody"));
  assert.deepEqual([garbage.from, garbage.subject], [null, ""]);
  const binary = await readMail(Buffer.from(Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)));
  assert.equal(binary.messageId, null);
});

const TRICKS: Record<string, string> = {
  "quotes without an end": HEAD.replace("sales@kith.example", '"'.repeat(50_000)),
  "comments inside comments": HEAD.replace("sales@kith.example", `${"(".repeat(100_000)}a@b.example`),
  "encoded words": HEAD.replace("Calibration", "=?utf-8?B?w6k=?= ".repeat(50_000)),
  "brackets of references": `${HEAD}References: ${"<".repeat(100_000)}\r\n`,
  "spaces in a header": `${HEAD}X-A: ${" ".repeat(100_000)}x\r\n`,
  "HTML of open tags": `${HEAD}Content-Type: text/html\r\n\r\n${"<div>".repeat(300_000)}`,
  "HTML of tables": `${HEAD}Content-Type: text/html\r\n\r\n${"<table><tr><td>".repeat(6_000)}`,
  "HTML of attributes": `${HEAD}Content-Type: text/html\r\n\r\n<p ${"a=b ".repeat(200_000)}>`,
  "HTML of styles": `${HEAD}Content-Type: text/html\r\n\r\n<p style="${"color:red;".repeat(100_000)}">x`,
  "HTML of brackets": `${HEAD}Content-Type: text/html\r\n\r\n${"<".repeat(200_000)}`,
  "HTML of comments": `${HEAD}Content-Type: text/html\r\n\r\n${"<!--".repeat(250_000)}`,
  "HTML of entities": `${HEAD}Content-Type: text/html\r\n\r\n${"&amp;".repeat(50_000)}`,
  "HTML of links": `${HEAD}Content-Type: text/html\r\n\r\n${"<a href=https://x.example/>y</a>".repeat(8_000)}`,
};
for (const [name, text] of Object.entries(TRICKS))
  test(`a mail made to hold its reader does not hold it: ${name}`, async () => {
    const bytes = mail(text.includes("\r\n\r\n") ? text : `${text}\r\nHello`);
    await unheld(() => readMail(bytes));
  });

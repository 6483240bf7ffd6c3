import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildMail, newMessageId, type MailDraft } from "./build-mail.ts";
import { readMail, stopReading } from "./read-mail.ts";

after(stopReading);

const DRAFT: MailDraft = {
  messageId: newMessageId("kith.example"),
  envelopeId: "msg_01abc",
  kithMessage: "msg_01abc",
  date: new Date("2026-11-16T09:12:00Z"),
  from: { name: "Zoë, Sales", address: "sales@kith.example" },
  to: [{ name: "Ada", address: "ada@fernhill.example" }],
  subject: "Étalonnage",
  text: "Thursday works.\n.\nFrom here",
};
const build = (over: Partial<MailDraft> = {}) => buildMail({ ...DRAFT, ...over });

test("what is built is read as it was written", async () => {
  const bytes = Buffer.from("%PDF");
  const { bytes: mail, envelope } = await build({
    cc: [{ name: "", address: "ben@oakridge.example" }],
    bcc: [{ name: "Boss", address: "boss@kith.example" }],
    replyTo: { name: "Desk", address: "desk@kith.example" },
    html: '<p>Thursday works.</p><img src="cid:logo@kith">',
    inReplyTo: "a2@fernhill",
    references: ["a1@fernhill", "a2@fernhill"],
    files: [
      { name: "Angebot – 2214.pdf", type: "application/pdf", bytes, contentId: null },
      { name: "logo.png", type: "image/png", bytes, contentId: "logo@kith" },
    ],
  });
  const read = await readMail(mail);
  assert.deepEqual(
    [read.messageId, read.kithMessage, read.subject, read.date, read.from],
    [DRAFT.messageId, "msg_01abc", DRAFT.subject, "2026-11-16T09:12:00.000Z", DRAFT.from],
  );
  assert.deepEqual([read.to, read.cc[0]?.address, read.replyTo[0]?.address], [DRAFT.to, "ben@oakridge.example", "desk@kith.example"]);
  assert.deepEqual([read.inReplyTo, read.references], [["a2@fernhill"], ["a1@fernhill", "a2@fernhill"]]);
  assert.equal(read.text.trim(), DRAFT.text);
  assert.deepEqual(
    read.files.map(({ name, isInline }) => [name, isInline]),
    [
      ["logo.png", true],
      ["Angebot – 2214.pdf", false],
    ],
  );
  assert.deepEqual(envelope, {
    from: "sales@kith.example",
    to: ["ada@fernhill.example", "ben@oakridge.example", "boss@kith.example"],
    envid: "msg_01abc",
  });
  assert.doesNotMatch(mail.toString("latin1"), /boss@kith\.example/, "a blind copy stays blind");
});

test("an address with letters of other scripts in its domain goes to servers in ASCII, once", async () => {
  const { bytes, envelope } = await build({
    from: { name: "", address: "sales@bücher.example" },
    to: [{ name: "", address: "jörg@müller.example" }],
    cc: [{ name: "", address: "jörg@xn--mller-kva.example" }],
  });
  assert.deepEqual([envelope.from, envelope.to], ["sales@xn--bcher-kva.example", ["jörg@xn--mller-kva.example"]]);
  assert.match(bytes.toString(), /^From: sales@xn--bcher-kva\.example\r\n/m);
});

test("an id has 128 random bits", () => {
  const ids = new Set(Array.from({ length: 1_000 }, () => newMessageId("kith.example")));
  assert.equal(ids.size, 1_000);
  for (const id of ids) assert.match(id, /^[0-9a-f]{32}@kith\.example$/);
});

test("a line end is refused in every address and header, whatever its kind", async () => {
  const ends = ["\r\n", "\n", "\r", "\0", "\u2028", "\u0085"];
  for (const end of ends) {
    const evil = `x${end}Bcc: eve@elsewhere.example`;
    const mailbox = (over: object) => ({ name: "Ada", address: "ada@fernhill.example", ...over });
    const drafts: Partial<MailDraft>[] = [
      { subject: evil },
      { messageId: evil },
      { envelopeId: evil },
      { kithMessage: evil },
      { inReplyTo: evil },
      { references: [evil] },
      { unsubscribeUrl: `https://kith.example/${evil}` },
      { files: [{ name: evil, type: "text/plain", bytes: Buffer.from("x"), contentId: null }] },
      { files: [{ name: "a", type: evil, bytes: Buffer.from("x"), contentId: null }] },
      { files: [{ name: "a", type: "text/plain", bytes: Buffer.from("x"), contentId: evil }] },
      ...(["from", "replyTo"] as const).flatMap((field) => [{ [field]: mailbox({ name: evil }) }, { [field]: mailbox({ address: evil }) }]),
      ...(["to", "cc", "bcc"] as const).flatMap((field) => [
        { [field]: [mailbox({ name: evil })] },
        { [field]: [mailbox({ address: evil })] },
      ]),
    ];
    for (const draft of drafts)
      await assert.rejects(build(draft), { status: 422, code: "invalid_input" }, `${JSON.stringify(end)} in ${JSON.stringify(draft)}`);
  }
});

test("an address that is more than one, or none, is refused", async () => {
  for (const address of [
    "a@b.example,c@d.example",
    "a@b.example>",
    "<a@b.example",
    "ada",
    "a b@c.example",
    "a@b@c.example",
    '"a"@b.example',
    "",
  ])
    await assert.rejects(build({ to: [{ name: "", address }] }), { status: 422 }, address);
});

test("lines of a header are folded, also with a hundred recipients and twenty references", async () => {
  const to = Array.from({ length: 100 }, (_, at) => ({ name: `Überlänge Nummer ${at}`, address: `u${at}@fernhill.example` }));
  const references = Array.from({ length: 300 }, (_, at) => `${at}-${"r".repeat(60)}@fernhill`);
  const { bytes } = await build({ to, references, subject: "Ä".repeat(900) });
  const header = bytes.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
  for (const line of header.split("\r\n")) assert.ok(line.length <= 998, String(line.length));
  const read = await readMail(bytes);
  assert.deepEqual([read.to.length, read.references.length, read.references[0]], [100, 20, references[0]]);
  assert.equal(read.subject, "Ä".repeat(900));
});

test("automatic mail says so and asks for no bounce; outreach can be left with one click", async () => {
  const automatic = await build({ isAutomatic: true });
  assert.equal(automatic.envelope.from, "");
  assert.equal((await readMail(automatic.bytes)).kind, "automatic");
  const outreach = (await build({ unsubscribeUrl: "https://kith.example/u/token" })).bytes.toString();
  assert.match(outreach, /^List-Unsubscribe: <https:\/\/kith\.example\/u\/token>\r$/m);
  assert.match(outreach, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
});

test("a draft of more than 25 MiB is refused in words", async () => {
  const file = { name: "a.bin", type: "application/octet-stream", bytes: Buffer.alloc(20 * 1024 * 1024), contentId: null };
  await assert.rejects(build({ files: [file] }), { status: 413, message: /It may have 25 MiB/ });
});

test("what stands in a draft reads no file and asks no other server", async () => {
  const file = { name: "a", type: "text/plain", bytes: Buffer.from("x"), contentId: null, path: "/etc/passwd", href: "http://127.0.0.1/" };
  const { bytes } = await build({ files: [file], html: '<img src="/etc/passwd">' });
  assert.doesNotMatch(bytes.toString(), /root:/);
});

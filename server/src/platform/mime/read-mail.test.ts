import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readMail, stopReading } from "./read-mail.ts";

after(stopReading);

const HEAD = "From: Ada Lovelace <ada@fernhill.example>\nTo: Sales <sales@kith.example>\nSubject: Calibration\nMessage-ID: <a1@fernhill>\n";
const read = (text: string) => readMail(Buffer.from(text.replaceAll("\n", "\r\n")));

test("a mail becomes plain data: people, ids, dates, text and where the quote begins", async () => {
  const mail = await read(
    `From: =?utf-8?Q?Zo=C3=AB?= <zoe@fernhill.example>\nTo: Sales <sales@kith.example>, Team: ben@oakridge.example, cy@oakridge.example;\nCc: sales@kith.example\nReply-To: office@fernhill.example\nSubject: Re: =?utf-8?B?w4l0YWxvbm5hZ2U=?=\nMessage-ID: <a2@fernhill>\nIn-Reply-To: <k1@kith>\nReferences: <a1@fernhill>\n <k1@kith>\nDate: Mon, 16 Nov 2026 10:12:00 +0100 (CET)\nContent-Type: text/plain; charset=utf-8\n\nThursday works.\n\nOn Mon, 16 Nov 2026 at 09:12, Sales <sales@kith.example> wrote:\n> Thursday?\n`,
  );
  assert.deepEqual(mail.from, { name: "Zoë", address: "zoe@fernhill.example" });
  assert.deepEqual(
    mail.to.map(({ address }) => address),
    ["sales@kith.example", "ben@oakridge.example", "cy@oakridge.example"],
  );
  assert.deepEqual([mail.cc.length, mail.replyTo[0]?.address], [1, "office@fernhill.example"]);
  assert.deepEqual([mail.messageId, mail.inReplyTo, mail.references], ["a2@fernhill", ["k1@kith"], ["a1@fernhill", "k1@kith"]]);
  assert.deepEqual([mail.subject, mail.date], ["Re: Étalonnage", "2026-11-16T09:12:00.000Z"]);
  assert.equal(mail.text.slice(0, mail.quoteAt ?? 0).trim(), "Thursday works.");
  assert.deepEqual([mail.kind, mail.isList, mail.html, mail.bounce], ["mail", false, null, null]);
});

test("of 500 references the first and the newest 199 are kept", async () => {
  const ids = Array.from({ length: 500 }, (_, at) => `<r${at}@x>`).join("\n ");
  const mail = await read(`${HEAD}References: ${ids}\n\nx`);
  assert.equal(mail.references.length, 200);
  assert.deepEqual([mail.references[0], mail.references[1], mail.references.at(-1)], ["r0@x", "r301@x", "r499@x"]);
});

test("a date nobody can read, and one of another age, are no date", async () => {
  for (const date of ["soon", "Mon, 16 Nov 9999 10:12:00 +0100", "Mon, 16 Nov 1850 10:12:00 +0100"])
    assert.equal((await read(`${HEAD}Date: ${date}\n\nx`)).date, null, date);
});

const RELATED = `${HEAD}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html; charset=utf-8

<p>Hello <b>you</b></p><img src="cid:logo@x" alt="Logo"><img src="https://pixel.example/p.gif">
--r
Content-Type: image/png
Content-ID: <logo@x>
Content-Disposition: inline; filename=logo.png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--r--
--m
Content-Type: application/pdf
Content-Disposition: attachment; filename="Offer 2214.pdf"
Content-Transfer-Encoding: base64

JVBERg==
--m--
`;

test("pictures inside the text are told from files, and text is made of HTML where there is none", async () => {
  const mail = await read(RELATED);
  assert.deepEqual(
    mail.files.map(({ name, type, contentId, isInline, bytes }) => [name, type, contentId, isInline, bytes.length]),
    [
      ["logo.png", "image/png", "logo@x", true, 8],
      ["Offer 2214.pdf", "application/pdf", null, false, 4],
    ],
  );
  assert.match(mail.html ?? "", /<img alt="Logo" src="cid:logo@x" \/>/);
  assert.match(mail.html ?? "", /<img data-src="https:\/\/pixel\.example\/p\.gif" \/>/);
  assert.equal(mail.text, "Hello you\n\n[Logo]");
});

const BOUNCE = `From: MAILER-DAEMON@mx.kith.example
To: sales@kith.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

This is the mail system.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.kith.example
Original-Envelope-Id: msg_01+2Babc

Final-Recipient: rfc822; forwarded@elsewhere.example
Original-Recipient: rfc822;nobody@fernhill.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <nobody@fernhill.example>: Recipient address
    rejected: User unknown

Final-Recipient: rfc822; full@fernhill.example
Action: Delayed
Status: 4.2.2 (mailbox full)
--b
Content-Type: text/rfc822-headers

From: sales@kith.example
Message-ID: <k1@kith>
Subject: Offer
--b--
`;

test("a bounce says who did not get which message, and why", async () => {
  const mail = await read(BOUNCE);
  assert.equal(mail.kind, "bounce");
  assert.deepEqual(mail.bounce, {
    envelopeId: "msg_01+abc",
    recipients: [
      {
        address: "nobody@fernhill.example",
        action: "failed",
        status: "5.1.1",
        words: "550 5.1.1 <nobody@fernhill.example>: Recipient address rejected: User unknown",
      },
      { address: "full@fernhill.example", action: "delayed", status: "4.2.2", words: "" },
    ],
    originalMessageId: "k1@kith",
  });
  assert.deepEqual(mail.files, []);
  assert.match(mail.text, /mail system/);
});

test("a report of delivery inside a person's mail is a file, and no bounce", async () => {
  const mail = await read(
    BOUNCE.replace("multipart/report; report-type=delivery-status", "multipart/mixed").replace("Auto-Submitted: auto-replied\n", ""),
  );
  assert.deepEqual([mail.kind, mail.bounce, mail.files.length], ["mail", null, 2]);
});

test("what machines and lists send is known by their headers", async () => {
  const kind = async (header: string) => {
    const mail = await read(`${HEAD}${header}\n\nx`);
    return `${mail.kind}${mail.isList ? " list" : ""}`;
  };
  assert.equal(await kind("Auto-Submitted: auto-replied (vacation)"), "automatic");
  assert.equal(await kind("Auto-Submitted: No"), "mail");
  assert.equal(await kind("Return-Path: <>"), "automatic");
  assert.equal(await kind("X-Autoreply: yes"), "automatic");
  assert.equal(await kind("Precedence: bulk"), "mail list");
  assert.equal(await kind("List-Id: <news.example>"), "mail list");
  assert.equal(await kind("X-Other: yes"), "mail");
});

test("only the receiving server's own result counts, and its failure is told", async () => {
  const found = async (headers: string) => (await read(`${headers}${HEAD}\nx`)).authentication;
  assert.equal(await found("Authentication-Results: mx.kith.example; spf=pass; dmarc=fail (p=reject) header.from=x\n"), "fail");
  assert.equal(await found("Authentication-Results: mx.kith.example;\n dkim=pass; dmarc=pass\n"), "pass");
  assert.equal(
    await found("Authentication-Results: mx.kith.example; dmarc=fail\nAuthentication-Results: forged.example; dmarc=pass\n"),
    "fail",
  );
  assert.equal(
    await found("Authentication-Results: mx.kith.example; spf=none\nAuthentication-Results: forged.example; dmarc=pass\n"),
    "unknown",
  );
  assert.equal(
    await found("Authentication-Results: mx.kith.example; spf=none\nAuthentication-Results: mx.kith.example; dmarc=fail\n"),
    "fail",
  );
  assert.equal(
    await found('Authentication-Results: mx.kith.example; spf=none smtp.mailfrom="; dmarc=pass "@x.example; dmarc=fail\n'),
    "fail",
  );
  assert.equal(await found(""), "unknown");
});

test("our own message is known by its header, and by nothing that only looks like it", async () => {
  assert.equal((await read(`${HEAD}X-Kith-Message: msg_01abc\n\nx`)).kithMessage, "msg_01abc");
  assert.equal((await read(`${HEAD}X-Kith-Message: rec_01abc\n\nx`)).kithMessage, null);
});

test("a thousand mails at once are read in the order they are taken, and each gets its own answer", async () => {
  const subjects = Array.from({ length: 1_000 }, (_, at) => `Number ${at}`);
  const mails = await Promise.all(subjects.map((subject) => read(`From: a@b.example\nSubject: ${subject}\n\nx`)));
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    subjects,
  );
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBreakingSmtp, type Break } from "../../../test/mail/breaking-smtp.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../test/mail/mail-servers.ts";
import { openMailbox } from "../imap/mailbox.ts";
import { parseAllowed, type AllowedNetwork } from "../outbound/addresses.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { trouble } from "../mail-account/trouble.ts";
import { sendMail, trySending, type OutgoingMail } from "./send-mail.ts";

const allowed = [parseAllowed("127.0.0.0/8")] as AllowedNetwork[];
const outbound = createOutbound({ allowed });
let servers: MailServers;
before(async () => {
  servers = await startMailServers();
});
after(() => servers.stop());

const mailTo = (to: string[], text = "Hello.", from = mailAddress(1)): OutgoingMail => ({
  envelope: { from, to, envid: "envelope-1" },
  bytes: Buffer.from(`Message-ID: <1@kith.test>\r\nFrom: ${from}\r\nTo: ${to.join(", ")}\r\nSubject: Test\r\n\r\n${text}\r\n`),
});

/** The mails of a folder, waited for. */
async function arrived(address: string, pattern: RegExp): Promise<string> {
  const box = await openMailbox(outbound, servers.imapAccount(address));
  try {
    await box.examine("INBOX");
    for (let tries = 0; tries < 100; tries++) {
      for (const { bytes } of (await box.fetchNewest(await box.uids())).mails) if (pattern.test(bytes.toString())) return bytes.toString();
      await box.idle(200);
    }
    throw new Error("it did not arrive");
  } finally {
    await box.close();
  }
}

test("a mail leaves by password and by token, with STARTTLS and with TLS, and arrives", async () => {
  servers.tokens.give("token-1", mailAddress(1));
  for (const [name, change] of Object.entries({
    starttls: {},
    tls: { security: "tls" },
    token: { accessToken: "token-1" },
  } as const)) {
    const lines: string[] = [];
    const account = servers.smtpAccount(mailAddress(1), change);
    const outcome = await sendMail(outbound, account, mailTo([mailAddress(2)], `By ${name}.`), { log: (line) => lines.push(line) });
    assert.equal(outcome.outcome, "sent", JSON.stringify(outcome));
    await arrived(mailAddress(2), new RegExp(`By ${name}\\.`));
    assert.ok(lines.length > 5, "the lines of the connection are kept");
    for (const secret of [servers.password, "token-1", Buffer.from(servers.password).toString("base64"), mailAddress(2), `By ${name}`])
      assert.ok(!lines.join("\n").includes(secret), `${secret} is in the lines`);
  }
});

test("a mail that the next server refuses comes back, and its bounce names the envelope", async () => {
  const outcome = await sendMail(
    outbound,
    servers.smtpAccount(mailAddress(3)),
    mailTo(["nobody@elsewhere.example"], "Hello.", mailAddress(3)),
  );
  assert.equal(outcome.outcome, "sent");
  const bounce = await arrived(mailAddress(3), /multipart\/report/);
  assert.match(bounce, /Original-Envelope-Id: envelope-1/i);
  assert.match(bounce, /Action: failed/i);
});

test("a wrong password and a token that was taken back are told apart, and nothing is refused for them", async () => {
  const wrong = servers.smtpAccount(mailAddress(1), { password: "wrong" });
  const outcome = await sendMail(outbound, wrong, mailTo([mailAddress(2)]));
  assert.ok(outcome.outcome === "retry" && outcome.trouble.cause === "password", JSON.stringify(outcome));
  const expired = servers.smtpAccount(mailAddress(1), { accessToken: "gone" });
  const second = await sendMail(outbound, expired, mailTo([mailAddress(2)]));
  assert.ok(second.outcome === "retry" && second.trouble.cause === "token", JSON.stringify(second));
  await assert.rejects(trySending(outbound, wrong), (error) => trouble(error).cause === "password");
  await trySending(outbound, servers.smtpAccount(mailAddress(1)));
});

const LARGE = "x".repeat(76).concat("\r\n").repeat(30_000); // 2.3 MB

test("where a server breaks decides: retry before the last byte, its own answer, unknown after the last byte", async () => {
  const server = await startBreakingSmtp();
  const toServer = createOutbound({ allowed, ca: server.ca });
  const expected: [Break, string, { words?: RegExp; cause?: string }][] = [
    ["nowhere", "sent", { words: /queued as ABC/ }],
    ["greeting closes", "retry", { cause: "silent" }],
    ["greeting 421", "retry", { cause: "busy" }],
    ["ehlo closes", "retry", { cause: "silent" }],
    ["auth 535", "retry", { cause: "password" }],
    ["auth 454", "retry", { cause: "busy" }],
    ["mail closes", "retry", { cause: "silent" }],
    ["rcpt 451", "retry", { words: /Greylisted/ }],
    ["rcpt 550", "refused", { words: /No such person/ }],
    ["data 354 closes", "retry", { cause: "silent" }],
    ["data closes", "retry", { cause: "silent" }],
    ["dot closes", "unknown", {}],
    ["dot silent", "unknown", {}],
    ["dot 451", "retry", { words: /disk is slow/ }],
    ["dot 550", "refused", { words: /looks like spam/ }],
    ["dot quota", "retry", { cause: "quota" }],
  ];
  for (const [breaksAt, outcome, { words, cause }] of expected) {
    server.state.breaksAt = breaksAt;
    const account = { host: "127.0.0.1", port: server.port, security: "tls", user: "u", password: "p" } as const;
    const got = await sendMail(toServer, account, mailTo(["b@test.example"], LARGE), { silentMs: 700 });
    assert.equal(got.outcome, outcome, `${breaksAt}: ${JSON.stringify(got)}`);
    if (words) assert.match(got.words, words, breaksAt);
    if (cause) assert.ok(got.outcome === "retry" && got.trouble.cause === cause, `${breaksAt}: ${JSON.stringify(got)}`);
  }
  assert.equal(server.state.accepted, 1);
  await server.stop();
});

test("of two recipients the one who is not there is named, and the mail is sent to the other", async () => {
  const server = await startBreakingSmtp();
  server.state.breaksAt = "one rcpt 550";
  const account = { host: "127.0.0.1", port: server.port, security: "tls", user: "u", password: "p" } as const;
  const outcome = await sendMail(createOutbound({ allowed, ca: server.ca }), account, mailTo(["here@test.example", "gone@test.example"]));
  assert.ok(outcome.outcome === "sent");
  assert.deepEqual(outcome.refused, [{ address: "gone@test.example", status: "5.1.1", words: "No such person here", isTemporary: false }]);
  await server.stop();
});

test("a line break in an address never reaches the server", async () => {
  const server = await startBreakingSmtp();
  const account = { host: "127.0.0.1", port: server.port, security: "tls", user: "u", password: "p" } as const;
  const toServer = createOutbound({ allowed, ca: server.ca });
  for (const bad of ["a@test.example>\r\nRCPT TO:<b@test.example", "a@test.example\nb", "<a@test.example> <b@test.example>"]) {
    const outcome = await sendMail(toServer, account, mailTo([bad]));
    assert.equal(outcome.outcome, "refused", JSON.stringify(outcome));
  }
  assert.ok(!server.state.asked.some((line) => /RCPT/i.test(line)));
  await server.stop();
});

test("a server that is not to be reached is named by its cause, and never without TLS", async () => {
  const mail = mailTo([mailAddress(2)]);
  const causeOf = async (change: object, by = outbound) => {
    const outcome = await sendMail(by, { ...servers.smtpAccount(mailAddress(1)), ...change }, mail, { silentMs: 500 });
    return outcome.outcome === "retry" ? outcome.trouble.cause : outcome.outcome;
  };
  assert.equal(await causeOf({ port: 9 }), "unreachable");
  assert.equal(await causeOf({ host: "does-not-exist.invalid" }, createOutbound({ allowed, resolve: async () => [] })), "dns");
  assert.equal(await causeOf({ security: "tls" }), "tls", "this port speaks STARTTLS");
  assert.equal(await causeOf({ host: "169.254.169.254", port: 25 }, createOutbound()), "unreachable");
});

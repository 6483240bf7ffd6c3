import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { migrate } from "../../../platform/postgres/migrate.ts";
import { mailboxOf, settingsOf } from "../../../../test/channels/give-mailbox.ts";
import { writeUsers } from "../../../../test/mail/dovecot.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../../test/mail/mail-servers.ts";
import { missingMailServers } from "../../../../test/mail/processes.ts";
import { cloneDatabase, sharedService, startService, type Person } from "../../../../test/service.ts";
import { guessServers } from "./guess.ts";

const skip = missingMailServers();
const env = { OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" };
const service = sharedService({ env });
let servers: MailServers;
before(async () => void (skip === undefined && (servers = await startMailServers())));
after(async () => void (skip === undefined && (await servers.stop())));

const USER = mailAddress(1);
const refusal = async (person: Person, name: string, input: object) => {
  const answer = await person.post(name, input);
  const {
    code,
    detail,
    errors = [],
  } = (await answer.json()) as { code: string; detail: string; errors?: { pointer: string; hint?: string }[] };
  return { status: answer.status, code, detail, pointer: errors[0]?.pointer, hint: errors[0]?.hint };
};

test("a mailbox is tried before it is saved, and nothing is kept of one that is refused", { skip }, async () => {
  const ada = await service().given.admin();
  const mailbox = mailboxOf(servers, USER);
  const wrong = await refusal(ada, "channels.create", { ...mailbox, password: "not it" });
  assert.deepEqual([wrong.status, wrong.code, wrong.pointer], [422, "mailbox_refused", "/password"]);
  assert.match(wrong.detail, /^Receiving \(IMAP\): The mail server refused the user name or the password\. Enter the password again\./);
  const closed = { ...mailbox.email, outgoing: { host: "localhost", port: 9, security: "tls" } };
  const unreached = await refusal(ada, "channels.create", { ...mailbox, email: closed });
  assert.deepEqual([unreached.pointer, unreached.detail.startsWith("Sending (SMTP)")], ["/email/outgoing", true]);
  const plain = { ...mailbox.email, incoming: { ...mailbox.email.incoming, security: "tls" } };
  assert.match((await refusal(ada, "channels.create", { ...mailbox, email: plain })).detail, /secure connection/);
  assert.deepEqual((await ada.call("channels.list", {})).items, []);

  const saved = await ada.call("channels.create", mailbox);
  assert.deepEqual([saved.state, saved.address, saved.sign_in, saved.cause], ["ok", USER, "password", null]);
  assert.ok(saved.last_connected_at);
  const { lines } = await ada.call("channels.session", { id: saved.id });
  assert.ok(lines.length > 4, lines.join("\n"));
  assert.equal((await refusal(ada, "channels.create", mailbox)).code, "channel_exists");
});

test("no password is in the database, in an answer, an event, the log or the lines of a session", { skip }, async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("channels.create", mailboxOf(servers, USER));
  await refusal(ada, "channels.update", { id, password: "another-canary-password" });
  const rows = await service().database.query(
    "select c::text as row, encode(credentials, 'escape') as sealed from channels c union all select e::text, null from events e",
  );
  const seen = [
    JSON.stringify(rows),
    ...(await Promise.all(["channels.get", "channels.session"].map(async (name) => (await ada.post(name, { id })).text()))),
    service().logged.join(""),
  ].join("\n");
  for (const secret of [servers.password, "another-canary-password"]) {
    assert.ok(!seen.includes(secret));
    assert.ok(!seen.includes(Buffer.from(`\0${USER}\0${secret}`).toString("base64")));
  }
});

test("a stored password goes to no other server, and other servers and passwords are tried first", { skip }, async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("channels.create", mailboxOf(servers, USER));
  const email = settingsOf(servers, USER);
  const elsewhere = { ...email, incoming: { ...email.incoming, host: "127.0.0.1" } };
  const kept = await refusal(ada, "channels.update", { id, email: elsewhere });
  assert.deepEqual([kept.pointer, kept.detail], ["/password", "The stored password was entered for another server. Enter it again."]);
  const moved = await ada.call("channels.update", { id, email: { ...email, sender_name: "Service" } });
  assert.equal(moved.email?.sender_name, "Service");
  assert.equal((await refusal(ada, "channels.update", { id, password: "not it" })).pointer, "/password");
  assert.equal((await ada.call("channels.get", { id })).state, "ok", "what works stays as it was");
  const other = await ada.call("channels.update", { id, email: elsewhere, password: servers.password });
  assert.equal(other.email?.incoming.host, "127.0.0.1");
});

test("a refused password says so with its remedy, is told once, and is mended by entering the new one", { skip }, async () => {
  const ada = await service().given.admin();
  const address = mailAddress(2);
  const { id } = await ada.call("channels.create", mailboxOf(servers, address));
  const withPassword = (password: string) =>
    writeUsers(servers.folder, [
      { address, password },
      { address: USER, password: servers.password },
    ]);
  withPassword("changed over there");
  // Dovecot notices a changed file within a second or two.
  while ((await ada.call("channels.tryNow", { id })).state === "ok") await setTimeout(200);
  for (let times = 0; times < 2; times++) {
    const { state, cause, words, remedy, next_try_at: next } = await ada.call("channels.tryNow", { id });
    assert.deepEqual([state, cause, words], ["needs_sign_in", "password", "The mail server refused the user name or the password."]);
    assert.match(String(remedy), /Enter the password again/);
    assert.ok(next);
  }
  const mended = await ada.call("channels.update", { id, password: "changed over there" });
  assert.deepEqual([mended.state, mended.cause, mended.next_try_at], ["ok", null, null]);
  // Sending is told by itself if the password changed between the two sign-ins of one try.
  const announced = (await ada.call("events.list", { limit: 100 })).items
    .filter(({ type, data }) => /failing|recovered/.test(type) && !("part" in (data as object)))
    .map(({ type }) => type);
  assert.deepEqual(announced, ["channel.recovered", "channel.failing"]);
});

test("a server that does not answer is tried again soon, and later each time", { skip }, async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("channels.create", mailboxOf(servers, USER));
  await service().database.query("update channels set settings = jsonb_set(settings, '{email,incoming,port}', '9')");
  const now = () => service().clock.now().getTime();
  const waits: { atMost: number; atLeast: number }[] = [];
  for (let times = 0; times < 3; times++) {
    const asked = now();
    const { state, cause, next_try_at: next } = await ada.call("channels.tryNow", { id });
    assert.deepEqual([state, cause], ["failing", "unreachable"]);
    // However long the call took: the wait began in between.
    waits.push({ atMost: Date.parse(String(next)) - asked, atLeast: Date.parse(String(next)) - now() });
  }
  assert.ok(
    waits.every(({ atMost, atLeast }, at) => atMost > 4_000 * Math.min(3, 2 ** at) && atLeast < 7_000 * Math.min(3, 2 ** at)),
    JSON.stringify(waits),
  );
});

test("members connect their own mailbox, for themselves alone; an Admin sees its health and tries it", { skip }, async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const mailbox = mailboxOf(servers, USER);
  assert.equal((await refusal(max, "channels.create", mailbox)).code, "admin_only");
  const { id, owner } = await max.call("channels.create", { ...mailbox, access: "private" });
  assert.equal(owner?.id, max.userId);
  const shown = await ada.call("channels.tryNow", { id });
  assert.deepEqual([shown.state, shown.can_read, shown.can_change], ["ok", false, false]);
  assert.equal((await refusal(ada, "channels.update", { id, password: servers.password })).status, 403);
});

test("without leave of the operator no address inside the network is connected to", { skip }, async () => {
  const strict = await startService();
  try {
    const ada = await strict.given.admin();
    const answer = await ada.post("channels.create", mailboxOf(servers, USER));
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), /mailbox_refused/);
  } finally {
    await strict.close();
  }
});

test("after a restore with another KITH_SECRET a mailbox says so, and entering the password mends it", { skip }, async () => {
  const database = await cloneDatabase();
  const first = await startService({ database, env });
  const admin = await first.given.admin();
  const { id } = await admin.call("channels.create", mailboxOf(servers, USER));
  await first.app.close();
  const OTHER_SECRET = "another secret than the one before the restore";
  await migrate(database.url, OTHER_SECRET);
  const restored = await startService({ database, env: { ...env, KITH_SECRET: OTHER_SECRET } });
  try {
    const ada = await restored.signIn(admin.email);
    const { state, cause, words } = await ada.call("channels.tryNow", { id });
    assert.deepEqual([state, cause, words], ["needs_sign_in", "secret", "The sign-in was stored with another KITH_SECRET."]);
    assert.equal((await ada.call("channels.update", { id, name: "Renamed" })).name, "Renamed");
    assert.equal((await refusal(ada, "channels.update", { id, email: settingsOf(servers, USER) })).code, "secret_unreadable");
    assert.equal((await ada.call("channels.update", { id, password: servers.password })).state, "ok");
  } finally {
    await restored.close();
  }
});

test("the servers of an address are guessed by its domain", () => {
  const guessed = (address: string) => {
    const { email, sign_in } = guessServers(address);
    return [email.incoming.host, email.outgoing.host, email.outgoing.port, sign_in];
  };
  assert.deepEqual(guessed("a@Gmail.com"), ["imap.gmail.com", "smtp.gmail.com", 465, "google"]);
  assert.deepEqual(guessed("a@outlook.de"), ["outlook.office365.com", "smtp.office365.com", 587, "microsoft"]);
  assert.deepEqual(guessed("a@fernhill.example"), ["imap.fernhill.example", "smtp.fernhill.example", 465, "password"]);
});

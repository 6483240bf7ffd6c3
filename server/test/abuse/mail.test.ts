import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../assertions.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { startMailbox, type Mailbox } from "../mailbox.ts";
import { PASSWORD, startService, type Person, type Service } from "../service.ts";

// What is tested here is not how long a password takes.
const QUICK = { PASSWORD_HASH_KIB: "64" };
const tokenIn = (text: string) => /#token=([\w-]{43})/.exec(text)?.[1] ?? "";

/** A service that really sends mail. */
async function withMail(run: (service: Service, mailbox: Mailbox) => Promise<void>): Promise<void> {
  const mailbox = await startMailbox();
  const service = await startService({ mailbox, env: QUICK });
  try {
    await run(service, mailbox);
  } finally {
    await service.close();
    await mailbox.stop();
  }
}

/** Runs what waits, until all of it is done. */
async function work(service: Service): Promise<void> {
  await service.app.settle();
  const worker = await service.app.startWorker();
  const waiting = async () => (await service.database.query("select from jobs where state <> 'failed'")).length;
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.stop();
}

const subjectOf = (mail: { headers: string }) => /^Subject: (.*)\r?$/im.exec(mail.headers)?.[1] ?? "";
const statuses = async (admin: Person, emails: string[]) => {
  const found: number[] = [];
  for (const email of emails) found.push((await admin.post("invitations.create", { email })).status);
  return found;
};
const addresses = (count: number, prefix = "p") => Array.from({ length: count }, (_, at) => `${prefix}${at}@test.example`);

test("no caller's text is in a subject, and no name becomes a link", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin("Booking.com support@evil.example");
    await ada.call("companies.update", { name: "Your mailbox is full, verify at evil.example" });
    await ada.call("invitations.create", { email: "victim@test.example" });
    await work(service);
    const mail = await mailbox.mailTo("victim@test.example");
    assert.equal(subjectOf(mail), "You are invited to a company on Kith");
    assert.doesNotMatch(mail.headers, /text\/html/i);
    const ours = mail.text.replace(/^http:\/\/localhost\/join#token=[\w-]{43}$/m, "");
    assert.doesNotMatch(ours, /\S[.@]\w{2,}|:\/\/|www\./i);
  }));

test("names that hold an address of a page are refused everywhere a name can be given", () =>
  withMail(async (service) => {
    const ada = await service.given.admin();
    for (const name of ["https://evil.example", "Go to www.evil.example", "evil.example/login", "x HTTP://evil", "evil.example?a=1"]) {
      await assertRefused(ada, "invalid_input", [["companies.update", { name }]], "/name");
      await assertRefused(ada, "invalid_input", [["members.rename", { name }]], "/name");
      const signingUp = { company_name: name, name: "Eve", email: "eve@test.example", password: PASSWORD };
      await assertRefused(ada, "invalid_input", [["companies.create", signingUp]], "/company_name");
    }
    for (const name of ["Müller & Co. KG", "booking.com", "A/S Nordsee", "24/7 Service", "St. Mary's / Oslo", "Q: What?"])
      await ada.call("companies.update", { name });
  }));

test("a new company invites 20 a day and 200 after a week, however the invitations end", () =>
  withMail(async (service) => {
    const ada = await service.given.admin();
    const first = await statuses(ada, addresses(25));
    assert.deepEqual([first.filter((one) => one === 200).length, first.filter((one) => one === 429).length], [20, 5]);
    for (const { id } of (await ada.call("invitations.list", {})).items) await ada.call("invitations.revoke", { id });
    assert.deepEqual(await statuses(ada, ["other@test.example"]), [429]);
    service.clock.advance(8 * DAY_MS);
    const later = await service.signIn(ada.email);
    const many = await statuses(later, addresses(205, "q"));
    assert.deepEqual([many.filter((one) => one === 200).length, many.filter((one) => one === 429).length], [200, 5]);
  }));

test("invitations sent at the same moment count like others", () =>
  withMail(async (service) => {
    const ada = await service.given.admin();
    const answers = await Promise.all(addresses(40).map((email) => ada.post("invitations.create", { email })));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 20);
  }));

test("one address is invited three times a day, over all companies, over revoke and invite again", () =>
  withMail(async (service, mailbox) => {
    const [ada, eve] = [await service.given.admin(), await service.given.admin()];
    for (let at = 0; at < 2; at++) {
      const { id } = await ada.call("invitations.create", { email: "victim@test.example" });
      await ada.call("invitations.revoke", { id });
    }
    assert.deepEqual(await statuses(eve, ["victim@test.example"]), [200]);
    assert.deepEqual(await statuses(ada, ["Victim@Test.Example"]), [429]);
    await work(service);
    assert.ok(mailbox.mails.filter((mail) => mail.to === "victim@test.example").length <= 3);
    service.clock.advance(DAY_MS + 1_000);
    assert.deepEqual(await statuses(await service.signIn(ada.email), ["victim@test.example"]), [200]);
  }));

test("only an Admin whose own address is verified can invite; the mail that verifies it can be asked for again, 5 times a day", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin();
    // As an Admin from before mail was configured.
    await service.database.query("update users set email_verified_at = null where email = $1", [ada.email]);
    mailbox.mails.length = 0;
    await assertRefused(ada, "email_not_verified", [["invitations.create", { email: "new@test.example" }]]);
    const { key } = await ada.key();
    assert.equal((await service.rest(key, "POST", "/invitations", { email: "new@test.example" })).status, 403);
    assert.equal((await ada.call("members.notices", {})).verify_email, true);
    for (let at = 0; at < 7; at++) {
      await ada.call("members.sendVerification", {});
      await work(service);
    }
    assert.equal(mailbox.mails.length, 5);
    const token = tokenIn(mailbox.mails[0]?.text ?? "");
    assert.equal((await ada.post("members.verifyEmail", { token }, { cookie: "" })).status, 200);
    assert.equal((await ada.post("members.verifyEmail", { token }, { cookie: "" })).status, 400);
    assert.equal((await ada.call("members.notices", {})).verify_email, false);
    await ada.call("invitations.create", { email: "new@test.example" });
  }));

test("a forgotten password is mailed to one account 5 times a day", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin();
    mailbox.mails.length = 0;
    for (let at = 0; at < 8; at++) {
      assert.equal((await ada.post("passwords.forgot", { email: ada.email })).status, 200);
      await work(service);
    }
    assert.equal(mailbox.mails.length, 5);
  }));

test("sign-up answers the same for a new, a known and an invited address; only the mail tells which", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin();
    const [known, invited, unknown] = [ada.email, "invited@test.example", "unknown@test.example"];
    await ada.call("invitations.create", { email: invited });
    await work(service);
    mailbox.mails.length = 0;
    const seen = new Set<string>();
    for (const email of [known, invited, unknown]) {
      const input = { company_name: "Fernhill evil.example", name: "Eve", email, password: PASSWORD };
      const answer = await ada.post("companies.create", input, { cookie: "" });
      seen.add(`${answer.status} ${await answer.text()} ${String(answer.headers.get("set-cookie"))}`);
    }
    assert.deepEqual([...seen], ['200 {"user_id":null} null']);
    await work(service);
    assert.match((await mailbox.mailTo(known)).text, /already has an account/);
    assert.doesNotMatch((await mailbox.mailTo(known)).text, /#token=/);
    for (const email of [invited, unknown]) {
      const mail = await mailbox.mailTo(email);
      assert.match(mail.text, /^http:\/\/localhost\/finish-sign-up#token=[\w-]{43}$/m);
      assert.doesNotMatch(mail.text + mail.headers, /Fernhill|Eve/);
    }
    const finish = { token: tokenIn((await mailbox.mailTo(unknown)).text), password: PASSWORD };
    assert.equal((await ada.post("companies.finish", { ...finish, password: "not the right one" }, { cookie: "" })).status, 422);
    const both = await Promise.all([1, 2].map(() => ada.post("companies.finish", finish, { cookie: "" })));
    assert.deepEqual(
      both.map((answer) => answer.status).toSorted((one, other) => one - other),
      [200, 400],
    );
    const eve = await service.signIn(unknown);
    assert.equal((await eve.call("members.me", {})).company.name, "Fernhill evil.example");
    assert.equal((await eve.call("members.notices", {})).verify_email, false);
  }));

test("a stranger's sign-up with an invited address does not block the invitation", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin();
    await ada.call("invitations.create", { email: "invited@test.example" });
    await work(service);
    const { text } = await mailbox.mailTo("invited@test.example");
    await ada.post("companies.create", { company_name: "Trap", name: "Eve", email: "invited@test.example", password: PASSWORD });
    await work(service);
    const joined = await ada.post("invitations.accept", { token: tokenIn(text), name: "New", password: PASSWORD });
    assert.equal(joined.status, 200);
  }));

test("sign-up mails one address three times a day, and a sign-up that nobody finished is removed", () =>
  withMail(async (service, mailbox) => {
    const ada = await service.given.admin();
    for (let at = 0; at < 6; at++)
      await ada.post("companies.create", { company_name: "Trap", name: "Eve", email: "victim@test.example", password: PASSWORD });
    await work(service);
    assert.equal(mailbox.mails.filter((mail) => mail.to === "victim@test.example").length, 3);
    await service.database.query("update companies set created_at = created_at - interval '3 days'");
    await service.app.housekeep();
    assert.deepEqual(await service.database.query("select from sign_ups"), []);
    assert.equal((await service.database.query("select from companies")).length, 1);
  }));

test("where mail is configured nobody but the mailbox gets a link", () =>
  withMail(async (service) => {
    const ada = await service.given.admin();
    const bo = await service.given.member(ada, "admin");
    const { id } = await ada.call("invitations.create", { email: "new@test.example" });
    await assertRefused(ada, "sends_mail", [
      ["passwords.link", { id: bo.userId }],
      ["passwords.link", { id: ada.userId }],
      ["invitations.link", { id }],
    ]);
  }));

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startMailbox, type Mailbox } from "../../../../test/mailbox.ts";
import { startService, type Person, type Service } from "../../../../test/service.ts";
import { giveForm } from "../../../../test/leads/forms.ts";
import { leadsOf } from "../../../../test/website-leads.ts";

const DAY_MS = 86_400_000;
let mailbox: Mailbox;
let service: Service;
let worker: Awaited<ReturnType<Service["app"]["startWorker"]>>;
let people = 0;

test.before(async () => {
  mailbox = await startMailbox();
  service = await startService({ mailbox, env: { TRUSTED_PROXIES: "127.0.0.1" } });
});
test.after(async () => {
  await worker.stop();
  await service.close();
  await mailbox.stop();
});

/** An Admin with a form that wants addresses confirmed, and a worker that runs until the end. */
async function begin(): Promise<{ ada: Person; form: { id: string; public_id: string } }> {
  const ada = await service.given.admin();
  const form = await giveForm(ada, { wants_opt_in: true });
  worker ??= await service.app.startWorker();
  return { ada, form };
}

/** Each visitor has an address of their own. */
const send = (form: { public_id: string }, body: Record<string, unknown>) =>
  fetch(`${service.url}/f/${form.public_id}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${++people % 250}` },
    body: JSON.stringify(body),
  });

const mailsTo = (email: string) => mailbox.mails.filter((mail) => mail.to === email);
const linkIn = (text: string) => /http:\/\/localhost(\/f\/\S+)/.exec(text)?.[1] ?? "";
const press = (link: string) =>
  fetch(`${service.url}${link.split("?")[0]}`, {
    method: "POST",
    // What browsers say on a page that keeps its address to itself.
    headers: { origin: "null" },
    body: new URL(link, service.url).searchParams,
  });

async function firstLead(ada: Person) {
  for (;;) {
    const [lead] = await leadsOf(ada);
    if (lead) return lead;
    await setTimeout(50);
  }
}

test("an address is confirmed by the button alone: a scanner that follows the link ten times confirms nothing", async () => {
  const { ada, form } = await begin();
  assert.equal((await send(form, { name: "Jo", email: "jo@example.org" })).status, 202);
  const mail = await mailbox.mailTo("jo@example.org");
  const lead = await firstLead(ada);
  const confirmedAt = async () => (await ada.call("leads.listTouches", { id: lead.id })).confirmed_at;
  const link = linkIn(mail.text);
  for (let times = 0; times < 10; times++) {
    const page = await fetch(`${service.url}${link}`);
    const html = await page.text();
    assert.equal(page.status, 200);
    assert.match(html, /<button>Confirm my address<\/button>/);
    assert.doesNotMatch(html, /<script/);
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
    await fetch(`${service.url}${link}`, { method: "HEAD" });
  }
  assert.equal(await confirmedAt(), null);

  const pressed = await press(link);
  assert.deepEqual([pressed.status, /confirmed/.test(await pressed.text())], [200, true]);
  const first = await confirmedAt();
  assert.ok(first);
  assert.equal((await press(link)).status, 200, "again says the same");
  assert.equal(await confirmedAt(), first);
  assert.equal((await ada.call("events.list", { type: "lead.confirmed" })).items.length, 1);
});

test("a link that is cut, made up or a week old confirms nothing", async () => {
  const { ada, form } = await begin();
  await send(form, { name: "Kim", email: "kim@example.org" });
  const link = linkIn((await mailbox.mailTo("kim@example.org")).text);
  const made = link.replace(/token=.*/, `token=${"A".repeat(43)}`);
  for (const wrong of [link.slice(0, -1), made, link.replace(/\?.*/, ""), `${link}%00`]) {
    assert.equal((await fetch(`${service.url}${wrong}`)).status, 404, wrong);
    assert.equal((await press(wrong)).status, 404, wrong);
  }
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const refused = await fetch(`${service.url}${link}`, json);
  assert.deepEqual([refused.status, refused.headers.get("content-type")?.startsWith("text/html")], [415, true]);
  service.clock.advance(7 * DAY_MS + 1);
  assert.equal((await press(link)).status, 404);
  const back = await service.signIn(ada.email); // her session is over, too
  const lead = await firstLead(back);
  assert.equal((await back.call("leads.listTouches", { id: lead.id })).confirmed_at, null);
});

test("line breaks in every field reach no header, and nothing that a visitor wrote is in the mail", async () => {
  const { ada, form } = await begin();
  const evil = "x\r\nBcc: victim@example.org\r\n\r\n<b>Buy</b>";
  const fields = ["name", "phone", "company", "message"];
  const body = Object.fromEntries(fields.map((key) => [key, `${key} ${evil}`]));
  assert.equal((await send(form, { ...body, email: "lu@example.org" })).status, 202);
  assert.equal((await send(form, { ...body, email: "lu@example.org\r\nBcc: victim@example.org" })).status, 422);
  const mail = await mailbox.mailTo("lu@example.org");
  assert.match(mail.headers, /^Subject: Confirm your email address\r?$/m);
  assert.doesNotMatch(mail.headers + mail.text, /Bcc|Buy|victim/);
  assert.equal(mailsTo("victim@example.org").length, 0);
  assert.doesNotMatch((await firstLead(ada)).title, /[\r\n]/);
});

test("one address gets five of these mails a day, over all forms and companies, and more on the next", async () => {
  const [one, other] = [await begin(), await begin()];
  const email = "mo@example.org";
  for (let times = 0; times < 4; times++) for (const { form } of [one, other]) await send(form, { name: "Mo", email });
  const asked = async () =>
    (await service.database.query("select count(*)::int as n from lead_opt_ins where email = $1", [email]))[0]?.["n"];
  while ((await asked()) !== 8) await setTimeout(50);
  const open = async () =>
    (await service.database.query("select 1 from jobs where name = 'leads.mail_opt_in' and state in ('waiting', 'running')")).length;
  while ((await open()) > 0) await setTimeout(50);
  assert.equal(mailsTo(email).length, 5);
  service.clock.advance(DAY_MS + 1);
  await send(one.form, { name: "Mo", email });
  while (mailsTo(email).length < 6) await setTimeout(50);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { mailChannel } from "../../../../test/messages.ts";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();
const NOWHERE = { host: "127.0.0.1", port: 9, security: "tls" } as const;

async function begin() {
  const ada = await service().given.admin();
  return { ada, channel: await mailChannel(service(), ada, { outgoing: NOWHERE }) };
}

type Purpose = "personal" | "outreach";
const write = (ada: Person, channel: string, to: string, purpose: Purpose) =>
  ada.post("inbox.writeMessage", { channel, to: [to], subject: "News", text: "Hello", purpose });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

/** The link in the message of outreach that was queued last. */
async function lastToken(channel: string): Promise<string> {
  const [row] = await service().database.query(
    "select s.headers ->> 'unsubscribe' as url from message_sendings s join channels c on c.id = s.channel_id where s.headers ? 'unsubscribe' order by s.message_id desc limit 1",
  );
  assert.ok(channel);
  const url = String(row?.["url"]);
  assert.match(url, /^http:\/\/localhost\/unsubscribe\/[\w-]{43}$/);
  return url.slice(url.lastIndexOf("/") + 1);
}

test("outreach needs consent, a message to one person does not", async () => {
  const { ada, channel } = await begin();
  assert.equal(await codeOf(await write(ada, channel, "anneke@fernhill.example", "outreach")), "not_allowed_to_write");
  assert.equal((await write(ada, channel, "anneke@fernhill.example", "personal")).status, 200);
  const consent = { address: "Anneke@FERNHILL.example", state: "granted" as const, source: "Call of 2026-11-02" };
  const added = await ada.call("inbox.addConsent", consent);
  assert.equal(added.address, "anneke@fernhill.example");
  assert.equal((await write(ada, channel, "ANNEKE@fernhill.example", "outreach")).status, 200, "the same address in another spelling");
});

test("unsubscribing by POST works, with one click or the button; opening the link, or a scanner's HEAD, changes nothing", async () => {
  const { ada, channel } = await begin();
  await ada.call("inbox.addConsent", { address: "jo@example.org", state: "granted", source: "Form" });
  assert.equal((await write(ada, channel, "jo@example.org", "outreach")).status, 200);
  const page = `${service().url}/unsubscribe/${await lastToken(channel)}`;
  for (let times = 0; times < 5; times++) {
    const response = await fetch(page);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /<button>Unsubscribe<\/button>/);
    assert.doesNotMatch(html, /<script|jo@example/);
    assert.equal(response.headers.get("referrer-policy"), "no-referrer");
    await fetch(page, { method: "HEAD" });
  }
  assert.equal((await write(ada, channel, "jo@example.org", "outreach")).status, 200, "still allowed");

  const oneClick = () =>
    fetch(page, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" });
  assert.equal((await oneClick()).status, 200);
  assert.equal((await oneClick()).status, 200);
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  assert.equal((await fetch(page, { method: "POST", body: form })).status, 200, "some mail programs send it as a form with parts");
  const { items } = await ada.call("inbox.listConsents", { address: "jo@example.org" });
  assert.deepEqual(
    items.map(({ state }) => state),
    ["withdrawn", "granted"],
    "once, however often it is pressed",
  );
  assert.equal(await codeOf(await write(ada, channel, "jo@example.org", "outreach")), "not_allowed_to_write");
  assert.equal((await write(ada, channel, "jo@example.org", "personal")).status, 200, "an answer needs no consent");

  await ada.call("inbox.addConsent", { address: "jo@example.org", state: "granted", source: "They asked for it" });
  assert.equal((await write(ada, channel, "jo@example.org", "outreach")).status, 200);
  await oneClick();
  assert.equal(await codeOf(await write(ada, channel, "jo@example.org", "outreach")), "not_allowed_to_write", "an old link works again");
});

test("a link that is cut, made up or of nobody is 404 and says nothing", async () => {
  for (const token of ["x", "a".repeat(43), "../".repeat(10)]) {
    const response = await fetch(`${service().url}/unsubscribe/${encodeURIComponent(token)}`, { method: "POST" });
    assert.equal(response.status, 404, token);
  }
});

test("a company never reads another's consents, and nobody changes one", async () => {
  const [{ ada }, { ada: eve }] = [await begin(), await begin()];
  await ada.call("inbox.addConsent", { address: "kim@example.org", state: "withdrawn", source: "Call" });
  assert.deepEqual((await eve.call("inbox.listConsents", { address: "kim@example.org" })).items, []);
  const rights = await service().database.query(
    "select p from unnest(array['UPDATE', 'DELETE']) p where has_table_privilege('kith_app', 'consents', p)",
  );
  assert.deepEqual(rights, []);
});

test("what counts of several addresses is read in one call, in the order asked, and of another company nothing", async () => {
  const [{ ada }, { ada: eve }] = [await begin(), await begin()];
  const add = (address: string, state: "granted" | "withdrawn", kind: "email" | "whatsapp" = "email") =>
    ada.call("inbox.addConsent", { kind, address, state, source: "Call" });
  await add("kim@example.org", "granted");
  await add("+31 20 555 0147", "granted", "whatsapp");
  await add("kim@example.org", "withdrawn");
  const of = [
    { kind: "whatsapp" as const, address: "+31205550147" },
    { kind: "email" as const, address: "nobody@example.org" },
    { kind: "email" as const, address: "Kim@Example.org" },
  ];
  const states = async (person: Person) =>
    (await person.call("inbox.lastConsents", { of })).items.map(({ kind, state }) => `${kind} ${state}`);
  assert.deepEqual([await states(ada), await states(eve)], [["whatsapp granted", "email withdrawn"], []]);
  assert.equal((await ada.post("inbox.lastConsents", { of: [{ kind: "email", address: "" }] })).status, 422);
});

test("consents come page by page, the newest first", async () => {
  const { ada } = await begin();
  for (let at = 0; at < 5; at++) await ada.call("inbox.addConsent", { address: `p${at}@example.org`, state: "granted", source: "Form" });
  const first = await ada.call("inbox.listConsents", { limit: 3 });
  const rest = await ada.call("inbox.listConsents", { limit: 3, cursor: first.next_cursor ?? "" });
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ address }) => address),
    [4, 3, 2, 1, 0].map((at) => `p${at}@example.org`),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { inService, sharedService, type Person } from "../../../test/service.ts";
import { stopwatch, within } from "../../../test/measured.ts";

const service = sharedService({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const VISITOR = { name: "Ines Vos", email: "ines@example.com" };

let addresses = 0;
/** Every visitor comes from an address of their own. */
const fromElsewhere = () => ({ "x-forwarded-for": `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}` });
const send = (publicId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  sendForm(service(), publicId, body, { ...fromElsewhere(), ...headers });
const listed = async (ada: Person) => (await ada.call("leads.listSubmissions", { limit: 100 })).items;

test("what a visitor sends is there when it is answered, as text and with where they came from", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { consent_text: "You may call me." });
  const page = "https://example.com/pricing?utm_source=ad&utm_campaign=spring&gclid=abc";
  const answer = await send(form.public_id, { ...VISITOR, consent: true, _page: page, _referrer: "https://search.example/" });
  assert.deepEqual([answer.status, await answer.json()], [202, { received: true }]);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("access-control-allow-credentials"), null);
  assert.equal(answer.headers.get("set-cookie"), null);
  const [one] = await listed(ada);
  assert.ok(one);
  assert.deepEqual(one.given, VISITOR);
  assert.deepEqual(one.attribution, {
    page,
    referrer: "https://search.example/",
    utm_source: "ad",
    utm_campaign: "spring",
    gclid: "abc",
  });
  assert.deepEqual(one.consent && { ...one.consent, at: "" }, { text: "You may call me.", version: 1, given: true, at: "", page });
  assert.deepEqual([one.state === "held", one.score, one.reasons], [false, 1, ["no_token"]]);
});

test("consent is kept in the words that were shown, and nobody can make them up", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { consent_text: "You may call me." });
  const other = await giveForm(ada, { consent_text: "You may write to me." });
  const shown = async (id: string) =>
    /"name":"_consent","value":"([^"]+)"/.exec(await (await fetch(`${service().url}/f/${id}.json`)).text())?.[1] ?? "";
  const [before, elsewhere] = [await shown(form.public_id), await shown(other.public_id)];
  await ada.call("leads.updateSource", { id: form.id, consent_text: "You may call me, day and night." });
  const consentOf = async (_consent: string) => {
    const name = `Visitor ${addresses}`;
    await send(form.public_id, { ...VISITOR, name, consent: true, _consent });
    const { consent } = (await listed(ada)).find((one) => one.given["name"] === name) ?? {};
    return [consent?.text, consent?.version];
  };
  assert.deepEqual(await consentOf(before), ["You may call me.", 1]);
  const now = ["You may call me, day and night.", 2];
  assert.deepEqual(await consentOf(await shown(form.public_id)), now);
  for (const forged of ["", elsewhere, before.replace(/^1/, "7"), "1.WW91.AAAAAAAAAAAAAAAAAAAAAA", "x"])
    assert.deepEqual(await consentOf(forged), now, forged);
});

test("JSON, JSON as text and a posted form are the same; a posted form goes on to a page", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { origins: ["https://example.com"], redirect_url: "https://example.com/thanks" });
  const json = await send(form.public_id, { ...VISITOR, _id: "1" }, { "content-type": "application/json" });
  assert.equal(json.status, 202);
  const post = (id: string, body: Record<string, string>) =>
    fetch(`${service().url}/f/${id}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", ...fromElsewhere() },
      body: new URLSearchParams(body),
    });
  const posted = await post(form.public_id, VISITOR);
  assert.deepEqual([posted.status, posted.headers.get("location")], [303, "https://example.com/thanks"]);
  const hosted = await giveForm(ada);
  assert.equal((await post(hosted.public_id, VISITOR)).headers.get("location"), `/f/${hosted.public_id}?sent=1`);
  assert.deepEqual(
    (await listed(ada)).map((one) => one.given),
    [VISITOR, VISITOR, VISITOR],
  );
  const refused = await post(hosted.public_id, { name: "Ines" });
  assert.equal(refused.status, 422);
  assert.match(refused.headers.get("content-type") ?? "", /text\/html/, "without script a person reads the answer");
});

test("the same id twice is one submission, also when both arrive at once", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const answers = await Promise.all(Array.from({ length: 9 }, () => send(form.public_id, { ...VISITOR, _id: "same" })));
  assert.deepEqual(new Set(answers.map((one) => one.status)), new Set([202]));
  await send(form.public_id, { ...VISITOR, _id: "another" });
  assert.equal((await listed(ada)).length, 2);
  const other = await giveForm(ada);
  await send(other.public_id, { ...VISITOR, _id: "same" });
  assert.equal((await listed(ada)).length, 3, "another form's ids are its own");
});

test("owner, status, score, consent and company in the body change nothing", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin("Eve");
  const form = await giveForm(ada);
  const more = { owner: ada.userId, status: "qualified", score: 100, company_id: eve.userId, state: "taken", source: "Referral", id: "x" };
  const answer = await send(form.public_id, { ...VISITOR, ...more, consent: { text: "everything", given: true }, lead_id: 1, tries: 9 });
  assert.equal(answer.status, 202);
  const [one] = await listed(ada);
  assert.deepEqual([one?.given, one?.consent, one?.lead], [VISITOR, null, one?.state === "taken" ? one.lead : null]);
  assert.deepEqual(await listed(eve), []);
});

test("what is missing or no email address is named by its field, and nothing is written", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { consent_text: "You may call me.", is_consent_required: true });
  const answer = await send(form.public_id, { email: "ines at example", consent: false });
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [422, "application/problem+json; charset=utf-8"]);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*", "the page can read what is wrong");
  const { errors } = (await answer.json()) as { errors: { pointer: string; message: string }[] };
  assert.deepEqual(
    errors.map((one) => one.pointer),
    ["/name", "/email", "/consent"],
  );
  assert.match(errors[1]?.message ?? "", /name@example\.com/);
  assert.deepEqual(await listed(ada), []);
});

test("a form that is unknown, a draft, paused or deleted is the same 404", async () => {
  const ada = await service().given.admin();
  const draft = await giveForm(ada, { state: "draft" });
  const paused = await giveForm(ada);
  await ada.call("leads.setSourceState", { id: paused.id, state: "paused" });
  const deleted = await giveForm(ada);
  await ada.call("leads.deleteSource", { id: deleted.id });
  const ids = ["0000000000000000", draft.public_id, paused.public_id, deleted.public_id];
  const answers = await Promise.all(ids.map((id) => send(id, VISITOR)));
  const bytes = await Promise.all(answers.map(async (one, at) => (await one.text()).replaceAll(ids[at] ?? "", "ID")));
  assert.deepEqual(
    answers.map((one) => one.status),
    [404, 404, 404, 404],
  );
  assert.equal(new Set(bytes).size, 1);
  for (const id of ["x", "%00", "../../etc", "a".repeat(500)]) assert.equal((await send(id, VISITOR)).status, 404, id);
  assert.equal((await fetch(`${service().url}/f/${draft.public_id}/token`, { headers: fromElsewhere() })).status, 404);
});

test("NUL, half characters, odd values and CRLF do not lose the lead", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const raw = `{"name":"In\\u0000es \\ud800 Vos","email":"ines@example.com","company":["A","B"],"phone":12345,"message":"a\\r\\nBcc: x@y.example","_id":"\\u0000\\udfff"}`;
  const answer = await fetch(`${service().url}/f/${form.public_id}`, { method: "POST", headers: fromElsewhere(), body: raw });
  assert.equal(answer.status, 202);
  const [one] = await listed(ada);
  assert.deepEqual(one?.given, {
    name: "Ines \ufffd Vos",
    email: "ines@example.com",
    company: "A, B",
    phone: "12345",
    message: "a\r\nBcc: x@y.example",
  });
  const hostile = await send(form.public_id, { ...VISITOR, name: "x", _page: "javascript:alert(1)", _referrer: "data:text/html,x" });
  assert.equal(hostile.status, 202);
  assert.deepEqual((await listed(ada))[0]?.attribution, {});
});

test("a body that is too large, has too many fields, or is no object is refused in words", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const statusOf = async (body: unknown, headers = {}) => (await send(form.public_id, body as Record<string, unknown>, headers)).status;
  assert.equal(await statusOf({ ...VISITOR, message: "x".repeat(70_000) }), 413);
  assert.equal(await statusOf({ ...VISITOR, ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, "x"])) }), 413);
  for (const body of [[], "text", 7, null]) assert.equal(await statusOf(body), 400, JSON.stringify(body));
  assert.equal(await statusOf(VISITOR, { "content-type": "application/xml" }), 415);
  const broken = await fetch(`${service().url}/f/${form.public_id}`, { method: "POST", headers: fromElsewhere(), body: "{" });
  assert.equal(broken.status, 400);
  assert.deepEqual(await listed(ada), []);
});

test("a posted form that names one field thousands of times takes no longer than others", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { fields: [{ key: "message" }] });
  const post = async (body: string) => {
    const took = stopwatch();
    const headers = { "content-type": "application/x-www-form-urlencoded", ...fromElsewhere() };
    const answer = await fetch(`${service().url}/f/${form.public_id}`, { method: "POST", redirect: "manual", headers, body });
    assert.equal(answer.status, 303);
    return took();
  };
  await post("message=x");
  const [usual, repeated] = [await post(`message=${"x".repeat(60_000)}`), await post("message=x&".repeat(6_000))];
  assert.ok(repeated < usual + within(300), `${Math.round(repeated)} ms, usually ${Math.round(usual)}`);
  assert.match((await listed(ada))[0]?.given["message"] ?? "", /^x, x, x/);
});

test("a browser on another site may ask before it sends JSON", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const asked = await fetch(`${service().url}/f/${form.public_id}`, { method: "OPTIONS", headers: { origin: "https://example.com" } });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers.get("access-control-allow-headers"), "content-type");
  assert.equal(asked.headers.get("access-control-allow-origin"), "*");
});

test(
  "with the database away a submission is refused with 503 and Retry-After, which the page waits for",
  inService(async (own) => {
    const ada = await own.given.admin();
    const form = await giveForm(ada);
    const setLimit = (limit: number) =>
      own.database.query(`do $$ begin execute format('alter database %I connection limit ${limit}', current_database()); end $$`);
    await setLimit(0);
    await own.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const answer = await sendForm(own, form.public_id, VISITOR);
    assert.equal(answer.status, 503);
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    await setLimit(-1);
    assert.equal((await sendForm(own, form.public_id, VISITOR)).status, 202);
  }),
);

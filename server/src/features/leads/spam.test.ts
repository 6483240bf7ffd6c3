import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { addressOf, takeToken, visit, workFor } from "../../../test/leads/visitors.ts";
import { createFloods } from "./spam/floods.ts";
import { judge } from "./spam/judge.ts";
import { createTokens, createUsedTokens } from "./spam/tokens.ts";

const service = sharedService({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const VISITOR = { name: "Ines Vos", email: "ines@example.com" };
const VALID = { state: "valid", nonce: "n", issuedAt: 0, bits: 0 } as const;
const CALM = { proof: VALID, isReused: false, isTrapped: false, isForeign: false, floodSince: undefined, now: 60_000 };
const ABSENT = { state: "absent", nonce: "", issuedAt: 0, bits: 0 } as const;
const FORGED = { ...ABSENT, state: "forged" } as const;

test("reasons add up, and five points hold", () => {
  const cases: [Partial<typeof CALM> | object, string, number, string[]][] = [
    [{}, "Hello", 0, []],
    [{ proof: ABSENT }, "Hello", 1, ["no_token"]],
    [{ proof: FORGED }, "Hello", 3, ["bad_token"]],
    [{ isReused: true }, "Hello", 3, ["bad_token"]],
    [{ now: 1_999 }, "Hello", 3, ["fast"]],
    [{ isTrapped: true }, "Hello", 5, ["honeypot"]],
    [{ isForeign: true }, "Hello", 5, ["foreign_origin"]],
    [{}, "see https://a.example", 0, []],
    [{}, "https://a.example www.b.example", 2, ["links"]],
    [{ proof: ABSENT }, "http://a http://b http://c http://d", 5, ["no_token", "links"]],
    [{ proof: FORGED, now: 1 }, "https://a https://b", 5, ["bad_token", "links"]],
  ];
  for (const [more, text, score, reasons] of cases) {
    const verdict = judge([text], { ...CALM, ...more });
    assert.deepEqual([verdict.score, verdict.reasons, verdict.isHeld], [score, reasons, score >= 5]);
  }
});

test("in a flood only who did the work, or began before it, is taken", () => {
  const flood = { ...CALM, floodSince: 30_000 };
  assert.equal(judge([], { ...flood, proof: ABSENT }).isHeld, true);
  assert.equal(judge([], { ...flood, proof: { ...VALID, issuedAt: 33_000 } }).isHeld, true);
  assert.equal(judge([], { ...flood, proof: { ...VALID, issuedAt: 30_000 } }).isHeld, false, "in the same moment");
  assert.equal(judge([], { ...flood, proof: { ...VALID, issuedAt: 29_000 } }).isHeld, false);
  assert.equal(judge([], { ...flood, proof: { ...VALID, issuedAt: 29_000 }, isReused: true }).isHeld, true, "by one submission only");
  assert.equal(judge([], { ...flood, proof: { ...VALID, issuedAt: 33_000, bits: 16 } }).isHeld, false);
});

test("a token works for a day, for its form, and with its work done", () => {
  let now = 1_800_000_000_000;
  const tokens = createTokens("a secret of at least 32 characters!", { now: () => new Date(now) });
  const token = tokens.issue("form-one", 8);
  assert.deepEqual(tokens.check("form-one", token, workFor(token, 8)).bits, 8);
  assert.deepEqual([tokens.check("form-one", token, "").state, tokens.check("form-one", token, "").bits], ["valid", 0]);
  assert.equal(tokens.check("form-two", token, "").state, "forged");
  assert.equal(tokens.check("form-one", token.replace(".8.", ".0."), "").state, "forged", "nobody lowers the work");
  assert.equal(tokens.check("form-one", "nonsense", "").state, "forged");
  assert.equal(tokens.check("form-one", "", "").state, "absent");
  const elsewhere = createTokens("another secret of 32 characters!!!!", { now: () => new Date(now) });
  assert.equal(elsewhere.check("form-one", token, "").state, "forged");
  now += DAY_MS + 1;
  assert.equal(tokens.check("form-one", token, "").state, "absent", "kept too long is no forgery");
});

test("a used token is remembered, and what is remembered is bounded", () => {
  const used = createUsedTokens(3);
  assert.equal(used.isUsed("a", "first"), false);
  assert.equal(used.isUsed("a", "first"), false, "the same submission, sent again");
  assert.equal(used.isUsed("a", "second"), true);
  for (const nonce of ["b", "c", "d"]) used.isUsed(nonce, "x");
  assert.equal(used.isUsed("a", "second"), false, "the oldest is forgotten");
});

test("a flood begins beyond a tenth of the day's cap in a minute, lasts, and ends", () => {
  let now = 0;
  const announced: string[] = [];
  const floods = createFloods({ now: () => new Date(now) }, (_company, form) => announced.push(form));
  const form = { company_id: "c", id: "f", day_cap: 1_000, flood_since: null, flood_until: null };
  for (let n = 0; n < 100; n++) floods.count(form);
  assert.equal(floods.since(form), undefined);
  now = 5_000;
  for (let n = 0; n < 50; n++) floods.count(form);
  assert.equal(floods.since(form), 5_000);
  assert.deepEqual(announced, ["f"], "told once a minute");
  const other = { ...form, id: "g" };
  assert.equal(floods.since(other), undefined);
  assert.equal(floods.since({ ...other, flood_since: new Date(1_000), flood_until: new Date(9_000) }), 1_000, "as another node noticed");
  now += 10 * MINUTE_MS;
  assert.equal(floods.since(form), undefined);
});

const listed = async (ada: Person) => (await ada.call("leads.listSubmissions", { limit: 100 })).items;

test("ten a minute from one address and form; an IPv6 household is one address", async () => {
  const ada = await service().given.admin();
  const [form, other] = [await giveForm(ada), await giveForm(ada)];
  const send = (id: string, ip: string) => sendForm(service(), id, VISITOR, { "x-forwarded-for": ip });
  for (let n = 0; n < 10; n++) assert.equal((await send(form.public_id, `2001:db8:1:2::${n}`)).status, 202);
  const refused = await send(form.public_id, "2001:db8:1:2:ffff::1");
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(wait > 0 && wait <= 60);
  assert.equal(refused.headers.get("access-control-allow-origin"), "*");
  assert.equal((await send(form.public_id, "2001:db8:1:3::1")).status, 202);
  assert.equal((await send(other.public_id, "2001:db8:1:2::1")).status, 202);
});

test("beyond the day's cap a submission is held with the reason, and who does the work still gets through", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { day_cap: 3 });
  for (let n = 0; n < 5; n++) await sendForm(service(), form.public_id, VISITOR, addressOf(1_000 + n));
  const held = (await listed(ada)).filter((one) => one.state === "held");
  assert.deepEqual(
    held.map((one) => one.reasons),
    [
      ["no_token", "flood"],
      ["no_token", "day_cap"],
    ],
  );
  await visit(service(), form.public_id, 1_010, { ...VISITOR, name: "Honest" });
  const [honest] = await listed(ada);
  assert.deepEqual([honest?.given["name"], honest?.state === "held", honest?.reasons], ["Honest", false, ["fast"]]);
  assert.equal((await ada.call("leads.getSource", { id: form.id })).last_week.held, 2);
});

test("held ones do not count towards the cap", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { day_cap: 2 });
  for (let n = 0; n < 6; n++) await sendForm(service(), form.public_id, { ...VISITOR, _website: "x" }, addressOf(2_000 + n));
  for (let n = 0; n < 2; n++) await sendForm(service(), form.public_id, VISITOR, addressOf(2_010 + n));
  const states = (await listed(ada)).slice(0, 2).map((one) => one.state === "held");
  assert.deepEqual(states, [false, false]);
});

test("a foreign site is held; the form's own site, our page and a browser that tells nothing are not", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada, { origins: ["https://example.com"] });
  const origins = ["https://evil.example", "https://example.com", "http://localhost", "null"];
  for (const [n, origin] of origins.entries()) await sendForm(service(), form.public_id, VISITOR, { ...addressOf(3_000 + n), origin });
  const held = (await listed(ada)).map((one) => one.state === "held").toReversed();
  assert.deepEqual(held, [true, false, false, false]);
});

test("the token's route answers every site and gives out no more than a minute's share", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const answer = await fetch(`${service().url}/f/${form.public_id}/token`, { headers: addressOf(4_000) });
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.deepEqual(Object.keys((await answer.json()) as object), ["token", "bits"]);
  for (let n = 0; n < 59; n++) await takeToken(service(), form.public_id, addressOf(4_000));
  const refused = await fetch(`${service().url}/f/${form.public_id}/token`, { headers: addressOf(4_000) });
  assert.equal(refused.status, 429);
});

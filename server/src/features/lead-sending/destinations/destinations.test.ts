import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const URL_HERE = "http://127.0.0.1:9/leads";
const SECRET_HEADER = "Bearer canary-of-a-header";

const createHttp = (ada: Person, more: Record<string, unknown> = {}) =>
  ada.call("leadSending.createDestination", { name: "Partner", kind: "http", url: URL_HERE, ...more });

test("a destination of each kind is made, read, changed, paused and deleted", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { destination, secret } = await createHttp(ada);
  assert.match(String(secret), /^whsec_/);
  assert.equal(destination.secret_last_four, String(secret).slice(-4));
  await ada.call("leadSending.createDestination", { name: "Mail", kind: "email", email: "sales@example.com" });
  const mate = await ada.call("leadSending.createDestination", { name: "Max", kind: "teammate", member: max.userId });
  assert.equal(mate.destination.member?.name, "Max Member");
  const other = await ada.call("leadSending.createDestination", { name: "Lyon", kind: "company", code: "leadcode_abcdefgh1234" });
  assert.equal(other.destination.code_last_four, "1234");
  assert.deepEqual([mate.secret, other.secret], [null, null]);
  const { items } = await max.call("leadSending.listDestinations", {});
  assert.deepEqual(
    items.map(({ name, state }) => [name, state]),
    [
      ["Lyon", "on"],
      ["Max", "on"],
      ["Mail", "on"],
      ["Partner", "on"],
    ],
  );
  const paused = await ada.call("leadSending.setDestinationState", { id: destination.id, state: "paused" });
  assert.equal(paused.state, "paused");
  const changed = await ada.call("leadSending.updateDestination", { id: destination.id, name: "Partner 2", timeout_seconds: 15 });
  assert.deepEqual([changed.name, changed.timeout_seconds, changed.url], ["Partner 2", 15, URL_HERE]);
  await ada.call("leadSending.deleteDestination", { id: destination.id });
  await assert.rejects(ada.call("leadSending.getDestination", { id: destination.id }), { status: 404 });
  await assert.rejects(max.call("leadSending.deleteDestination", { id: mate.destination.id }), { status: 403 });
});

test("a kind without what it needs, or with what belongs to another kind, is refused at the field", async () => {
  const ada = await service().given.admin();
  for (const [given, pointer] of [
    [{ kind: "http" }, "/url"],
    [{ kind: "email" }, "/email"],
    [{ kind: "teammate" }, "/member"],
    [{ kind: "company" }, "/code"],
    [{ kind: "email", email: "a@example.com", url: URL_HERE }, "/url"],
    [{ kind: "email", email: "a@example.com", headers: { authorization: "x" } }, "/headers"],
    [{ kind: "http", url: "https://10.0.0.1/" }, "/url"],
    [{ kind: "http", url: "https://user:a@93.184.216.34/" }, "/url"],
  ] as const) {
    const response = await ada.post("leadSending.createDestination", { name: "x", ...given });
    const { errors } = (await response.json()) as { errors: { pointer: string }[] };
    assert.deepEqual([response.status, errors[0]?.pointer], [422, pointer], JSON.stringify(given));
  }
});

test("headers that inject, or that override ours, and paths and templates that are more than names, are refused", async () => {
  const ada = await service().given.admin();
  for (const headers of [
    { "x-a": "1\r\nhost: evil" },
    { "x-a\r\nhost": "1" },
    { Host: "evil" },
    { "Content-Length": "5" },
    { "WEBHOOK-signature": "v1,x" },
    { "Idempotency-Key": "mine" },
    { "kith-return-url": "x" },
    { "transfer-encoding": "chunked" },
    Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, "1"])),
  ])
    await assert.rejects(createHttp(ada, { headers }), { status: 422 }, JSON.stringify(headers));
  for (const to of ["__proto__.x", "a.constructor.b", "a..b", "a[0]", "a b", "", "prototype"])
    await assert.rejects(createHttp(ada, { mapping: [{ to, from: "text", value: "x" }] }), { status: 422 }, to);
  for (const value of ["{{nothing of a lead}}", "{{constructor}}", "{{__proto__}}"])
    await assert.rejects(createHttp(ada, { mapping: [{ to: "a", from: "template", value }] }), { status: 422 }, value);
  const twice = [
    { to: "a", from: "text", value: "1" },
    { to: "a.b", from: "text", value: "2" },
  ];
  await assert.rejects(createHttp(ada, { mapping: twice }), /cannot both be/);
});

test("a mapping makes the body from fields, fixed text and templates, and a visitor's braces stay text", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", {
    type: "lead",
    values: { name: "Mara {{email}}", email: ["mara@fernhill.example"], company: 'Fern "hill" \r\nx' },
  });
  const { body } = await ada.call("leadSending.previewMapping", {
    lead: record.id,
    mapping: [
      { to: "person.name", from: "field", value: "name" },
      { to: "person.email", from: "field", value: "email" },
      { to: "brand", from: "text", value: "${globalThis.secret} {{x" },
      { to: "person.line", from: "template", value: "{{ name }} from {{Organization name}} ({{phone}})" },
    ],
  });
  assert.deepEqual(JSON.parse(body), {
    person: { name: "Mara {{email}}", email: "mara@fernhill.example", line: 'Mara {{email}} from Fern "hill" \r\nx ()' },
    brand: "${globalThis.secret} {{x",
  });
  const all = JSON.parse((await ada.call("leadSending.previewMapping", { lead: record.id, mapping: [] })).body) as Record<string, unknown>;
  assert.equal(all["lead_id"], record.id);
  assert.equal((all["lead"] as Record<string, unknown>)["name"], "Mara {{email}}");
});

test("stored headers stay with their host: a URL elsewhere needs them again", async () => {
  const ada = await service().given.admin();
  const { destination } = await createHttp(ada, { headers: { authorization: SECRET_HEADER } });
  const update = (more: Record<string, unknown>) => ada.call("leadSending.updateDestination", { id: destination.id, ...more });
  await assert.rejects(update({ url: "http://127.0.0.1:10/leads" }), /entered for another host/);
  await assert.rejects(update({ url: "http://127.0.0.1:10/leads", headers: { authorization: null } }), /entered for another host/);
  assert.deepEqual((await update({ url: "http://127.0.0.1:9/other" })).headers, ["authorization"]);
  assert.deepEqual((await update({ headers: { authorization: null } })).headers, ["authorization"]);
  assert.deepEqual((await update({ url: "http://127.0.0.1:10/leads", headers: {} })).headers, []);
});

test("no secret, header or code is in an answer, an event or a dump", async () => {
  const ada = await service().given.admin();
  const { destination, secret } = await createHttp(ada, { headers: { authorization: SECRET_HEADER } });
  const { code } = await ada.call("leadSending.createCode", { name: "Partner" });
  await ada.call("leadSending.createDestination", { name: "Lyon", kind: "company", code });
  const canaries = [SECRET_HEADER, String(secret), code];
  const { key } = await ada.key();
  for (const path of [`/destinations/${destination.id}`, "/destinations", "/lead-codes", "/events"]) {
    const text = await (await service().rest(key, "GET", path)).text();
    for (const canary of canaries) assert.ok(!text.includes(canary), path);
  }
  const dump = await dumpOf();
  for (const canary of canaries) assert.ok(!dump.includes(canary) && !dump.includes(Buffer.from(canary).toString("hex")));
  for (const canary of canaries) assert.ok(!service().logged.join("").includes(canary));
});

async function dumpOf(): Promise<string> {
  const tables = ["destinations", "lead_codes", "lead_deliveries", "events"];
  const read = async (table: string) => JSON.stringify(await service().database.query(`select t::text as row from ${table} t`));
  return (await Promise.all(tables.map(read))).join("\n");
}

test("ids of another company are not found, in the path and in the body", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin("Eve")];
  const { destination } = await createHttp(ada);
  const { lead_code } = await ada.call("leadSending.createCode", { name: "Partner" });
  const { record } = await ada.call("records.create", { type: "lead", values: { name: "Mara" } });
  const { id } = destination;
  const own = await eve.call("leadSending.createDestination", { name: "x", kind: "teammate", member: eve.userId });
  for (const ask of [
    () => eve.call("leadSending.getDestination", { id }),
    () => eve.call("leadSending.updateDestination", { id, name: "Mine" }),
    () => eve.call("leadSending.updateDestination", { id: own.destination.id, member: ada.userId }),
    () => eve.call("leadSending.createDestination", { name: "x", kind: "teammate", member: ada.userId }),
    () => eve.call("leadSending.setDestinationState", { id, state: "paused" }),
    () => eve.call("leadSending.rotateDestinationSecret", { id }),
    () => eve.call("leadSending.testDestination", { id }),
    () => eve.call("leadSending.deleteDestination", { id }),
    () => eve.call("leadSending.previewMapping", { mapping: [], lead: record.id }),
    () => eve.call("leadSending.renewCode", { id: lead_code.id }),
    () => eve.call("leadSending.setCodeState", { id: lead_code.id, is_on: false }),
    () => eve.call("leadSending.deleteCode", { id: lead_code.id }),
  ])
    await assert.rejects(ask(), { status: 404 }, ask.toString());
  assert.equal((await ada.call("leadSending.getDestination", { id })).name, "Partner");
  assert.equal((await ada.call("leadSending.listCodes", {})).items[0]?.is_on, true);
});

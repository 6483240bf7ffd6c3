import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { sharedService } from "../../server/test/service.ts";
import app from "./index.js";

// The app in the tester of its platform, against a running service. `npm run test:zapier` installs the platform first.

const load = createRequire(import.meta.url);
const { createAppTester } = load("zapier-platform-core");
const { validateAppDefinition } = load("zapier-platform-schema");
const appTester = createAppTester(app);
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

const { record_event: trigger, list_types: types, list_events: events } = app.triggers;

async function connected() {
  const ada = await service().given.admin();
  const { id, key } = await ada.key("Zapier");
  return { ada, id, authData: { url: `${service().url}/`, api_key: key } };
}

async function until(isTrue: () => Promise<boolean>, what: string) {
  for (const latest = Date.now() + 60_000; !(await isTrue()); await new Promise((resolve) => setTimeout(resolve, 50)))
    assert.ok(Date.now() < latest, what);
}

/** As the platform sees it: functions are sent as their source. */
const definition = () =>
  JSON.parse(JSON.stringify(app, (_, value) => (typeof value === "function" ? { source: "return 1" } : value))) as Record<string, unknown>;

test("the app is valid for the schema of the platform", () => {
  assert.deepEqual(validateAppDefinition(definition()).errors, []);
  const { errors } = validateAppDefinition({ ...definition(), version: "one" });
  assert.ok(errors.length > 0, "a broken one is noticed");
});

test("docs/connect/zapier.md names every step", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/connect/zapier.md"), "utf8");
  const named = [...page.matchAll(/^\| (?:trigger|action|search) \| (.+?) \|/gm)].map(([, label]) => label);
  const steps = [...Object.values(app.triggers), ...Object.values(app.creates), ...Object.values(app.searches)];
  assert.deepEqual(
    named,
    steps
      .map(({ display }) => display as { label: string; hidden?: boolean })
      .filter(({ hidden }) => !hidden)
      .map(({ label }) => label),
  );
});

test("a Member's key is told that only Admins start Zaps", async () => {
  const ada = await service().given.admin();
  const { key } = await (await service().given.member(ada)).key("Zapier");
  const given = { authData: { url: service().url, api_key: key }, inputData: { type: "contact", event: "record.created" } };
  await assert.rejects(
    appTester(trigger.operation.performSubscribe, { ...given, targetUrl: "https://93.184.216.34/zap" }),
    /Only an Admin can do this/,
  );
});

test("connecting says who it is, and a wrong key what to do", async () => {
  const { ada, authData } = await connected();
  const me = await appTester(app.authentication.test, { authData });
  assert.equal(me.user.name, "Ada Admin");
  await until(async () => (await ada.call("keys.list", {})).items[0]?.client === "Zapier/1", "it shows under its own name beside the key");
  await assert.rejects(appTester(app.authentication.test, { authData: { ...authData, api_key: "kith0" } }), /Profile → API & Connectors/);
});

test("types, events and fields come from the service", async () => {
  const { authData } = await connected();
  const listed = await appTester(types.operation.perform, { authData });
  assert.ok(listed.some(({ id }: { id: string }) => id === "deal"));
  const kinds = await appTester(events.operation.perform, { authData });
  assert.ok(kinds.some(({ id }: { id: string }) => id === "record.created"));
  const fields = await appTester(app.creates.create_record.operation.inputFields[1], { authData, inputData: { type: "deal" } });
  const stage = fields.find(({ key }: { key: string }) => key === "field_stage");
  assert.ok(Object.keys(stage.choices).includes("won"));
  const match = await appTester(app.creates.upsert_record.operation.inputFields[1], { authData, inputData: { type: "contact" } });
  assert.ok("email" in match[0].choices);
});

test("subscribe, sample, create, a real message, search, update, unsubscribe; afterwards no webhook is left", async (t) => {
  const { ada, authData } = await connected();
  const bodies: unknown[] = [];
  const zap = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(200).end();
  }).listen(0, "127.0.0.1");
  t.after(() => zap.close());
  await new Promise((resolve) => zap.once("listening", resolve));
  const targetUrl = `http://127.0.0.1:${(zap.address() as AddressInfo).port}/zap`;
  const inputData = { type: "contact", event: "record.created", filter: "has:email" };

  const subscribeData = await appTester(trigger.operation.performSubscribe, { authData, inputData, targetUrl });
  const again = await appTester(trigger.operation.performSubscribe, { authData, inputData, targetUrl });
  assert.equal(again.id, subscribeData.id, "subscribed twice is one webhook");
  assert.equal((await ada.call("webhooks.list", {})).items.length, 1);

  const create = (name: string, email: string) =>
    appTester(app.creates.create_record.operation.perform, {
      authData,
      inputData: { type: "contact", field_name: name, field_email: email },
    });
  const first = await create("Mara Lindt", "mara@fernhill.example");
  const second = await create("Joel Adeyemi", "joel@fernhill.example");
  assert.equal(second.title, "Joel Adeyemi");
  const samples = await appTester(trigger.operation.performList, { authData, inputData });
  assert.deepEqual(
    samples.map(({ id }: { id: string }) => id),
    [second.id, first.id],
    "newest first",
  );

  const worker = await service().app.startWorker();
  t.after(() => worker.stop());
  await until(() => Promise.resolve(bodies.length >= 2), "both messages came");
  const message = bodies.find((body) => (body as { data: { id: string } }).data.id === first.id);
  const [item] = await appTester(trigger.operation.perform, { authData, inputData, cleanedRequest: message });
  assert.equal(item.title, "Mara Lindt");
  assert.deepEqual(item.values.email, ["mara@fernhill.example"]);
  assert.deepEqual(Object.keys(item).toSorted(), Object.keys(samples[0]).toSorted(), "a sample has the shape of a message");
  assert.deepEqual(Object.keys(item).toSorted(), Object.keys(trigger.operation.sample).toSorted());

  const search = (filter: string) =>
    appTester(app.searches.find_record.operation.perform, { authData, inputData: { type: "contact", filter } });
  assert.deepEqual(
    (await search("email:mara@fernhill.example")).map(({ id }: { id: string }) => id),
    [first.id],
  );
  await assert.rejects(search("emial:mara"), /Did you mean/);

  const saved = await appTester(app.creates.upsert_record.operation.perform, {
    authData,
    inputData: { type: "contact", match: "email", field_email: "mara@fernhill.example", field_name: "Mara Lindqvist" },
  });
  assert.deepEqual([saved.id, saved.is_new, saved.title], [first.id, false, "Mara Lindqvist"]);

  const unsubscribe = () => appTester(trigger.operation.performUnsubscribe, { authData, subscribeData });
  await unsubscribe();
  assert.deepEqual((await ada.call("webhooks.list", {})).items, []);
  await assert.doesNotReject(unsubscribe(), "deleted in Kith first: a Zap can still be turned off");
});

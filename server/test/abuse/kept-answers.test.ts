import assert from "node:assert/strict";
import { test } from "node:test";
import { allOperations } from "../all-operations.ts";
import { secretsIn } from "../secret-places.ts";
import { sharedService, type Person, type Service } from "../service.ts";

// What a call with an Idempotency-Key leaves behind: a secret is shown once, and is in no stored answer.

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

const HTTP_DESTINATION = { name: "Partner", kind: "http", url: "https://93.184.216.34/leads" };

interface Asked {
  operation: string;
  path: string;
  body: object;
  secretOf(answer: Record<string, string>): string | undefined;
}

async function asks(ada: Person): Promise<Asked[]> {
  const { webhook } = await ada.call("webhooks.create", { url: "https://93.184.216.34/first" });
  const { destination } = await ada.call("leadSending.createDestination", { ...HTTP_DESTINATION, name: "First", kind: "http" });
  const { lead_code: code } = await ada.call("leadSending.createCode", { name: "First" });
  const [secretOf, codeOf] = [(answer: Record<string, string>) => answer["secret"], (answer: Record<string, string>) => answer["code"]];
  return [
    { operation: "leadSending.createDestination", path: "/destinations", body: HTTP_DESTINATION, secretOf },
    { operation: "leadSending.rotateDestinationSecret", path: `/destinations/${destination.id}/secret`, body: {}, secretOf },
    { operation: "leadSending.createCode", path: "/lead-codes", body: { name: "Partner" }, secretOf: codeOf },
    { operation: "leadSending.renewCode", path: `/lead-codes/${code.id}/code`, body: {}, secretOf: codeOf },
    { operation: "webhooks.create", path: "/webhooks", body: { url: "https://93.184.216.34/second" }, secretOf },
    { operation: "webhooks.rotateSecret", path: `/webhooks/${webhook.id}/secret`, body: {}, secretOf },
  ];
}

async function keptRows({ database }: Service): Promise<string> {
  const rows = await database.query(
    "select k::text as row, coalesce(convert_from(packed, 'SQL_ASCII'), '') as packed from idempotency_keys k",
  );
  return JSON.stringify(rows);
}

test("no stored answer, log line or request holds a secret, and a repeat does the call once and shows none", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const all = await asks(ada);
  const declared = allOperations().filter(({ hasSecret, rest }) => hasSecret && rest);
  assert.deepEqual(
    all.map(({ operation }) => operation),
    declared.map(({ name }) => name),
  );
  const secrets: string[] = [];
  for (const { operation, path, body, secretOf } of all) {
    const send = () => service().rest(key, "POST", path, body, { "idempotency-key": "once" });
    const first = await send();
    const made = (await first.json()) as Record<string, string>;
    assert.ok(first.ok, `${operation}: ${JSON.stringify(made)}`);
    const secret = secretOf(made);
    assert.ok(secret && secret.length > 10, operation);
    secrets.push(secret);
    const again = await send();
    const repeated = await again.text();
    assert.deepEqual(secretsIn(repeated, secrets), [], operation);
    if (!declared.find(({ name }) => name === operation)?.withoutSecret) {
      assert.equal(again.status, 409, operation);
      assert.match(repeated, /"answer_not_kept".*was done|was done.*"answer_not_kept"/);
    } else assert.equal(again.status, first.status, `${operation}: ${repeated}`);
  }
  const kept = await keptRows(service());
  assert.ok(kept.includes("webhooks.rotateSecret"));
  assert.deepEqual(secretsIn(kept, secrets), []);
  assert.deepEqual(secretsIn(service().logged.join(""), secrets), []);
  assert.deepEqual(secretsIn(JSON.stringify(await service().database.query("select r::text from requests r")), secrets), []);
  assert.equal((await ada.call("webhooks.list", {})).items.length, 2);
  assert.equal((await ada.call("leadSending.listDestinations", {})).items.length, 2);
  assert.equal((await ada.call("leadSending.listCodes", {})).items.length, 2);
});

test("the same from the web application, for API keys too", async () => {
  const ada = await service().given.admin();
  const headers = { "idempotency-key": "once" };
  const made = await (await ada.post("webhooks.create", { url: "https://93.184.216.34/web" }, headers)).json();
  const { secret, webhook } = made as { secret: string; webhook: { id: string } };
  const { key } = (await (await ada.post("keys.create", { name: "One" }, headers)).json()) as { key: string };
  assert.deepEqual(secretsIn(await keptRows(service()), [secret, key]), []);
  const again = await (await ada.post("webhooks.create", { url: "https://93.184.216.34/web" }, headers)).json();
  assert.deepEqual(again, { webhook: (made as { webhook: unknown }).webhook, secret: null, is_new: false });
  const rotated = (await (await ada.post("webhooks.rotateSecret", { id: webhook.id }, headers)).json()) as { secret: string };
  assert.deepEqual(secretsIn(await keptRows(service()), [rotated.secret]), []);
});

test("a caller who lost the answer gets a new secret with a new key", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const create = () => service().rest(key, "POST", "/webhooks", { url: "https://93.184.216.34/lost" }, { "idempotency-key": "create" });
  await create();
  const { webhook } = (await (await create()).json()) as { webhook: { id: string } };
  const rotate = (name: string) => service().rest(key, "POST", `/webhooks/${webhook.id}/secret`, {}, { "idempotency-key": name });
  assert.equal((await rotate("one")).status, 200);
  assert.equal((await rotate("one")).status, 409);
  const renewed = (await (await rotate("two")).json()) as { secret: string };
  assert.match(renewed.secret, /^whsec_/);
});

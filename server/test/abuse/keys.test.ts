import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { z } from "zod";
import { findBinaries } from "../../../scripts/postgres.ts";
import { makeKey } from "../../src/features/keys/index.ts";
import { defineFeature } from "../../src/kernel/feature.ts";
import { handle } from "../../src/kernel/handle.ts";
import { defineOperation } from "../../src/kernel/operation.ts";
import { makeInput, firstChoices, reachable } from "../inputs.ts";
import { inService, PASSWORD, sharedService, type Service } from "../service.ts";
import { scaled } from "../measured.ts";

const KEY_SHAPE = /[A-Za-z0-9]{64}/;
const ME = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: {} } };
const TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list" };

// An error that contains everything.
const fail = defineOperation({
  name: "tests.fail",
  summary: "Fail with what was sent",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/failures" },
  tool: { name: "fail", title: "Fail", describe: "Fails." },
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({}),
});
const failing = defineFeature({
  operations: { fail },
  handlers: () =>
    handle(
      { fail },
      {
        async fail(_call, { text }) {
          throw new Error(`cannot work with ${text}`);
        },
      },
    ),
});

const service = sharedService({ extraFeatures: [failing] });

// Whatever the tests above did, no key may be in the log or the metrics.
test.afterEach(async () => {
  assert.doesNotMatch(service().logged.join(""), KEY_SHAPE);
  assert.doesNotMatch(await (await fetch(`${service().url}/metrics`)).text(), KEY_SHAPE);
});

const restMe = (key: string | undefined, headers: Record<string, string> = {}) => service().rest(key, "GET", "/me", undefined, headers);

/** What a refusal says, without what differs on every call. */
async function refusal(response: Response): Promise<string> {
  const headers = ["content-type", "www-authenticate", "retry-after"].map((name) => `${name}: ${response.headers.get(name)}`);
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
  return [response.status, ...headers, body].join("\n");
}

/** fetch() would join two headers of one name; this sends two lines. */
function twoHeaders(path: string, keys: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${service().url}${path}`, { headers: { "x-api-key": keys } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("every way of having no key gets one and the same 401, and none of them reaches the database", async (t) => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const typo = (key.startsWith("kith00A") ? "kith00B" : "kith00A") + key.slice(7);
  const statements = t.mock.method(Client.prototype, "query");

  const malformed = [
    undefined,
    "",
    key.slice(1),
    `${key}A`,
    `${key.slice(0, 63)}-`,
    `${key.slice(0, 63)}é`,
    typo,
    `${key}, ${key}`,
    "null",
  ];
  const answers = [
    ...(await Promise.all(malformed.map(async (one) => refusal(await restMe(one === undefined ? one : encodeHeader(one)))))),
    await refusal(await service().rest(undefined, "GET", `/me?x-api-key=${key}&api_key=${key}`)),
    await refusal(await service().rest(undefined, "PATCH", "/members/x", { "x-api-key": key })),
    await refusal(await restMe(undefined, { authorization: `Bearer ${key}` })),
    await refusal(await restMe(undefined, { cookie: `kith_session=${key}; x-api-key=${key}` })),
  ];
  assert.equal(new Set(answers).size, 1, answers.join("\n\n"));
  assert.match(answers[0] ?? "", /^401\n.*\nwww-authenticate: ApiKey /);
  assert.doesNotMatch(answers[0] ?? "", /bearer/i);
  assert.equal(await twoHeaders("/api/v1/me", [key, key]), 401);
  assert.equal(await twoHeaders("/api/v1/me", [key, ""]), 401);

  const overMcp = await Promise.all(malformed.map(async (one) => refusal(await service().mcp(one && encodeHeader(one), ME))));
  assert.equal(new Set(overMcp).size, 1);
  assert.match(overMcp[0] ?? "", /^401\n.*\nwww-authenticate: ApiKey /);

  const asked = statements.mock.calls.map((call) => JSON.stringify(call.arguments[0]));
  assert.deepEqual(asked, []);
  // The same key in the right header does reach it, so the count above works.
  assert.equal((await restMe(key)).status, 200);
  assert.ok(statements.mock.calls.length > 0);
});

const encodeHeader = (text: string) => Buffer.from(text).toString("latin1");

test("a deleted key is refused from the next call on, on both surfaces, and no stream survives it", async () => {
  const ada = await service().given.admin();
  for (let round = 0; round < 20; round++) {
    const { id, key } = await ada.key();
    assert.equal((await restMe(key)).status, 200);
    await ada.call("keys.delete", { id });
    assert.deepEqual([(await restMe(key)).status, (await service().mcp(key, ME)).status], [401, 401]);
  }
  const { key } = await ada.key();
  const stream = await fetch(`${service().url}/api/v1/mcp`, { headers: { "x-api-key": key, accept: "text/event-stream" } });
  assert.equal(stream.status, 405);
});

test("an Admin who is demoted loses the routes and the tools on the next call", async () => {
  const ada = await service().given.admin();
  const bo = await service().given.member(ada, "admin");
  const { key } = await bo.key();
  const tools = async () => (await (await service().mcp(key, TOOLS)).text()).includes("disable_member");
  const call = { ...ME, params: { name: "list_events", arguments: {} } };
  assert.equal((await service().rest(key, "GET", "/events")).status, 200);
  assert.equal(await tools(), true);

  await ada.call("members.update", { id: bo.userId, role: "member" });

  assert.equal((await service().rest(key, "GET", "/events")).status, 403);
  assert.equal(await tools(), false);
  assert.match(await (await service().mcp(key, call)).text(), /admin_only/);
  assert.equal((await bo.post("events.list", {})).status, 403);
});

test("the key and the session of a disabled owner are refused on the next call", async () => {
  const ada = await service().given.admin();
  const bo = await service().given.member(ada);
  const { key } = await bo.key();
  assert.equal((await restMe(key)).status, 200);

  await ada.call("members.update", { id: bo.userId, disabled: true });

  assert.equal(await refusal(await restMe(key)), await refusal(await restMe(undefined)));
  assert.equal((await bo.post("members.me", {})).status, 401);
  await ada.call("members.update", { id: bo.userId, disabled: false });
  assert.equal((await bo.post("members.me", {})).status, 401, "the session is over for good");
});

test("no key can be read back, from no list, no event and no dump of the database", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key("Claude Code");
  // An answer that is kept for a repeated call must not be where the key stays.
  const repeated = await ada.post("keys.create", { name: "n8n" }, { "idempotency-key": "a key made once" });
  const second = repeated.ok ? ((await repeated.json()) as { key: string }).key : key;
  await restMe(key);
  await service().mcp(key, ME);
  await service().app.settle();

  const { items } = await ada.call("keys.list", {});
  const shown = ["client", "created_at", "id", "last_four", "last_used_at", "name", "owner"];
  assert.deepEqual(Object.keys(items.find((item) => item.id === id) ?? {}).sort(), shown);
  const read = [items, await ada.call("keys.listCompany", {}), await ada.call("events.list", { limit: 100 })];
  assert.doesNotMatch(JSON.stringify(read), KEY_SHAPE);

  const dump = execFileSync(join(findBinaries(), "pg_dump"), [service().database.superuserUrl], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(dump.includes("Claude Code") && dump.includes("key.created"), "the dump holds the rows");
  for (const secret of [key, second, PASSWORD, ada.cookie.replace(/^.*=/, "")]) {
    for (const encoding of ["utf8", "hex", "base64"] as const) {
      assert.ok(!dump.includes(Buffer.from(secret).toString(encoding)), `a secret is in the dump as ${encoding}`);
    }
  }
  const [lengths] = await service().database.query("select min(length(key_hash)), max(length(key_hash)) from api_keys");
  assert.deepEqual(lengths, { min: 32, max: 32 });
});

test("a key can neither make nor delete a key: no route, no tool, and no web call without a session", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  const keysNow = async () => (await ada.call("keys.list", {})).items.map((item) => item.id);

  const openapi = (await (await fetch(`${service().url}/api/v1/openapi.json`)).json()) as { paths: Record<string, object> };
  const routes = Object.entries(openapi.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  assert.ok(routes.length >= 5);
  assert.deepEqual(
    routes.filter((route) => /key/i.test(route)),
    [],
  );
  const tools = (await (await service().mcp(key, TOOLS)).json()) as { result: { tools: { name: string; description: string }[] } };
  assert.ok(tools.result.tools.length >= 5);
  assert.deepEqual(
    tools.result.tools.filter((tool) => /key|token/i.test(tool.name)),
    [],
  );

  for (const path of ["/keys", `/keys/${id}`, "/me/keys", "/api-keys", `/members/${ada.userId}/keys`]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await service().rest(key, method, path, method === "GET" ? undefined : { name: "made by a key" });
      assert.equal(response.status, 404, `${method} ${path}`);
    }
  }
  for (const name of ["keys.create", "keys.delete", "create_key", "delete_key"]) {
    const answer = await (await service().mcp(key, { ...ME, params: { name, arguments: { name: "made by a key", id } } })).text();
    assert.match(answer, /There is no tool/, name);
  }
  for (const operation of reachable.filter(({ access }) => access !== "public")) {
    const response = await fetch(`${service().url}/app/call/${operation.name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, cookie: `kith_session=${key}` },
      body: JSON.stringify(
        makeInput(
          operation,
          firstChoices(() => id),
        ),
      ),
    });
    assert.equal(response.status, 401, operation.name);
  }
  assert.deepEqual(await keysNow(), [id]);
});

// All of them have to come within a minute.
const BATCHES = scaled(1_000, 20);

test(
  "after 20 guesses in a minute an address gets 429; other addresses and valid keys are not affected",
  inService(
    async (guessed: Service) => {
      const ada = await guessed.given.admin();
      const { key } = await ada.key();
      // The attacker can write anything before the address that our proxy adds.
      const from = (ip: string) => ({ "x-forwarded-for": `${Math.random()}, 198.51.100.${Math.floor(Math.random() * 255)}, ${ip}` });
      const guess = async (ip: string) => {
        const response = await guessed.rest(makeKey("00"), "GET", "/me", undefined, from(ip));
        await response.arrayBuffer();
        return response;
      };
      const counts: Record<number, number> = {};
      for (let batch = 0; batch < BATCHES; batch++) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => guess("203.0.113.9")));
        for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      }
      assert.deepEqual(counts, { 401: 20, 429: 10 * BATCHES - 20 });
      const refused = await guess("203.0.113.9");
      const wait = Number(refused.headers.get("retry-after"));
      assert.ok(wait > 0 && wait <= 60);

      assert.equal((await guess("203.0.113.10")).status, 401);
      assert.equal((await guessed.rest(key, "GET", "/me", undefined, from("203.0.113.10"))).status, 200);
      // One broken client must not lock a whole office out.
      assert.equal((await guessed.rest(key, "GET", "/me", undefined, from("203.0.113.9"))).status, 200);
      guessed.clock.advance(60_000);
      assert.equal((await guess("203.0.113.9")).status, 401);
      assert.doesNotMatch(guessed.logged.join(""), KEY_SHAPE);
    },
    { env: { FAILED_AUTH_MINUTE: "20", TRUSTED_PROXIES: "127.0.0.1" } },
  ),
);

test(
  "calls that are cancelled during the key look-up do not use up the key's concurrency",
  inService(
    async (left: Service) => {
      const ada = await left.given.admin();
      const { key } = await ada.key();
      const port = Number(new URL(left.url).port);
      for (let call = 0; call < 100; call++) {
        const socket = connect(port, "127.0.0.1");
        await once(socket, "connect");
        socket.write(`GET /api/v1/members HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
        await setTimeout(Math.random() * 3);
        socket.destroy();
      }
      await setTimeout(200);
      assert.equal((await left.rest(key, "GET", "/me")).status, 200);
    },
    { env: { API_CONCURRENCY: "2" } },
  ),
);

test("all three take one and the same statement", async (t) => {
  const ada = await service().given.admin();
  const bo = await service().given.member(ada);
  const [deleted, disabled] = [await ada.key(), await bo.key()];
  await ada.call("keys.delete", { id: deleted.id });
  await ada.call("members.update", { id: bo.userId, disabled: true });
  const statements = t.mock.method(Client.prototype, "query");
  const answers = [];
  for (const key of [makeKey("00"), deleted.key, disabled.key]) answers.push(await refusal(await restMe(key)));
  assert.equal(new Set(answers).size, 1);
  const texts = statements.mock.calls.map((call) => (call.arguments[0] as unknown as { text: string }).text);
  assert.equal(texts.length, 3);
  assert.equal(new Set(texts).size, 1);
});

test("a key that is pasted anywhere is masked in the log", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key();
  const lost = makeKey("00");
  const paste = (text: string) => [
    fetch(`${service().url}/${text}?key=${text}#${text}`),
    fetch(`${service().url}/api/v1/${text}`, { headers: { "x-api-key": key } }),
    service().rest(key, "GET", `/members?search=${text}&cursor=${text}&limit=${text}`),
    service().rest(key, "PATCH", `/members/${text}`, { disabled: text }),
    service().rest(key, "POST", "/invitations", { [text]: text }, { "idempotency-key": text, "user-agent": text }),
    service().rest(key, "POST", "/failures", { text }),
    service().mcp(key, { ...ME, params: { name: text, arguments: { text } } }),
    service().mcp(key, { ...ME, params: { name: "fail", arguments: { text: `x ${text}\n${text}_` } } }),
    service().mcp(key, { ...ME, method: text, params: { clientInfo: { name: text } } }),
    ada.post("members.rename", { name: text }),
    ada.post("sessions.create", { email: `${text}@test.example`, password: text }),
    ada.post(`keys.${text}`, { id, [text]: text }, { origin: `https://${text}.example`, cookie: `kith_session=${text}` }),
  ];
  await Promise.all([...paste(lost), ...paste(key)]);
  await service().app.settle();
  service().app.log.warn({ key, nested: [{ err: new Error(key) }], [key]: 1 }, `a planted key ${key}${lost}`);

  const log = service().logged.join("");
  assert.ok(log.includes("cannot work with [secret]"), "the failure itself is in the log");
  assert.ok(log.includes("a planted key [secret]"));
  assert.ok(!log.includes(key) && !log.includes(lost));
});

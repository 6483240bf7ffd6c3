import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { legacy, messagesIn, modern } from "./messages.ts";

const PER_TEN_SECONDS = 20;
const service = sharedService({ env: { API_RATE_10S: String(PER_TEN_SECONDS) } });
const BOTH = "application/json, text/event-stream";
const LIST = JSON.stringify(legacy("tools/list").body);

/** fetch() would add an Accept of its own, so an empty one stands for none. */
async function send(headers: Record<string, string>, body: string, method = "POST") {
  const response = await fetch(`${service().url}/api/v1/mcp`, {
    method,
    headers: { accept: "", "content-type": "text/plain", ...headers },
    ...(method === "POST" ? { body } : {}),
  });
  const { error, id } = (await response.json()) as { error?: { code: number }; id: unknown };
  return { status: response.status, code: error?.code, id, headers: response.headers };
}

test("the checks run in order: each is reached when all before it pass and all after it would fail", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("fresh");
  const spent = (await ada.key("spent")).key;
  for (let call = 0; call < PER_TEN_SECONDS; call++) await service().rest(spent, "GET", "/me");
  const json = { accept: BOTH, "content-type": "application/json", "x-api-key": key };

  const wrong = "{not json";
  const steps: [why: string, status: number, code: number, headers: Record<string, string>, body: string, method?: string][] = [
    ["not POST", 405, -32000, { origin: "https://elsewhere.example" }, wrong, "GET"],
    ["a foreign Origin", 403, -32000, { origin: "https://elsewhere.example" }, wrong],
    ["not both types in Accept", 406, -32000, { accept: "application/json", "x-api-key": "wrong" }, wrong],
    ["no key that works", 401, -32000, { accept: BOTH, "x-api-key": "wrong" }, wrong],
    ["too many calls", 429, -32000, { accept: BOTH, "x-api-key": spent }, wrong],
    ["not application/json", 415, -32000, { accept: BOTH, "x-api-key": key }, wrong],
    ["not JSON", 400, -32700, { ...json, "mcp-session-id": "1" }, wrong],
    ["a batch", 400, -32600, { ...json, "mcp-session-id": "1" }, `[${LIST}]`],
    ["not JSON-RPC", 400, -32600, { ...json, "mcp-session-id": "1" }, '{"method":"tools/list"}'],
    ["a session, of which there are none", 404, -32000, { ...json, "mcp-session-id": "1" }, LIST],
  ];
  for (const [why, status, code, headers, body, method] of steps) {
    const answer = await send(headers, body, method);
    assert.deepEqual([answer.status, answer.code, answer.id], [status, code, null], why);
  }
  assert.equal((await send(json, LIST)).status, 200);
  assert.equal((await send({ ...json, origin: "http://localhost" }, LIST)).status, 200, "our own pages may call");
});

test("405 names the allowed methods, 429 has Retry-After, 401 does not ask for OAuth", async () => {
  const { key } = await (await service().given.admin()).key();
  assert.equal((await send({}, "", "GET")).headers.get("allow"), "POST");
  assert.doesNotMatch((await send({ accept: BOTH }, LIST)).headers.get("www-authenticate") ?? "", /bearer/i);

  for (let call = 0; call < PER_TEN_SECONDS; call++) await service().rest(key, "GET", "/me");
  const refused = await send({ accept: BOTH, "content-type": "application/json", "x-api-key": key }, LIST);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) >= 1);
});

test("there is no OAuth sign-in: clients that look for one find nothing, the 401 says where keys are made, and the guide says both", async () => {
  for (const path of [
    "oauth-protected-resource",
    "oauth-protected-resource/api/v1/mcp",
    "oauth-authorization-server",
    "openid-configuration",
  ]) {
    const answer = await fetch(`${service().url}/.well-known/${path}`);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [404, "text/html; charset=UTF-8"], path);
  }
  const refused = await fetch(`${service().url}/api/v1/mcp`, {
    method: "POST",
    headers: { accept: BOTH, "content-type": "application/json" },
    body: LIST,
  });
  assert.equal(refused.status, 401);
  assert.match(await refused.text(), /x-api-key header. Keys are made in the web application under Profile, API & Connectors/);
  const guide = await (await fetch(`${service().url}/api/v1/docs/mcp.md`)).text();
  assert.match(guide, /no OAuth sign-in/);
});

test("2026-07-28: a subscription is acknowledged as empty and ends at once, because there are no notifications", async () => {
  const { key } = await (await service().given.admin()).key();
  const listen = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
  const response = await service().mcp(key, listen.body, listen.headers);
  const [first, last, ...rest] = await messagesIn(response);

  assert.equal(first?.["method"], "notifications/subscriptions/acknowledged");
  assert.deepEqual((first?.["params"] as { notifications?: object } | undefined)?.notifications, {});
  assert.equal(last?.["id"], listen.body["id"]);
  assert.deepEqual(rest, []);
});

test("2026-07-28: an unknown method is 404 and -32601", async () => {
  const { key } = await (await service().given.admin()).key();
  const ask = modern("records/explode");
  const response = await service().mcp(key, ask.body, ask.headers);

  assert.equal(response.status, 404);
  assert.equal(((await response.json()) as { error: { code: number } }).error.code, -32601);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";

const service = sharedService();

const FORWARDED: Record<string, string> = {
  "x-forwarded-for": "203.0.113.9",
  "X-Forwarded-Host": "crm.example",
  "x-forwarded-proto": "https",
  forwarded: "for=203.0.113.9",
  via: "1.1 proxy",
  "x-real-ip": "203.0.113.9",
  "true-client-ip": "203.0.113.9",
  "cf-connecting-ip": "203.0.113.9",
  "fly-client-ip": "203.0.113.9",
  "x-client-ip": "203.0.113.9",
  "x-cluster-client-ip": "203.0.113.9",
  "x-envoy-external-address": "203.0.113.9",
  "x-original-url": "/metrics",
};

test("the metrics of this machine are not passed on by a proxy on it", async () => {
  const ask = async (headers: Record<string, string>) => (await fetch(`${service().url}/metrics`, { headers })).status;
  assert.equal(await ask({}), 200);
  for (const [name, value] of Object.entries(FORWARDED)) assert.equal(await ask({ [name]: value }), 404, name);
});

const CROSS_ORIGIN = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": /^camera=\(\), .*microphone=\(\)/,
};

test("every kind of answer keeps other origins out: pages, calls, errors, files, streams", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const answers = {
    page: await fetch(`${service().url}/sign-in`),
    "nothing here": await fetch(`${service().url}/nothing`),
    "no path": await fetch(`${service().url}/%zz`),
    call: await ada.post("members.me", {}),
    "refused call": await fetch(`${service().url}/app/call/members.me`, { method: "POST" }),
    rest: await service().rest(key, "GET", "/me"),
    "rest without a key": await service().rest(undefined, "GET", "/me"),
    "bad body": await service().rest(key, "POST", "/records/deal", { nothing: 1 }),
    mcp: await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "ping" }),
    openapi: await fetch(`${service().url}/api/v1/openapi.json`),
    health: await fetch(`${service().url}/healthz`),
    stream: await fetch(`${service().url}/app/live`, { headers: { cookie: ada.cookie } }),
  };
  for (const [what, answer] of Object.entries(answers)) {
    for (const [name, wanted] of Object.entries(CROSS_ORIGIN)) {
      const value = answer.headers.get(name) ?? "missing";
      assert.ok(typeof wanted === "string" ? value === wanted : wanted.test(value), `${what}: ${name} is ${value}`);
    }
    await answer.body?.cancel();
  }
});

// Names that every JavaScript object has, or that some parsers drop without a word.
const INHERITED = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "__lookupSetter__",
];

test("a query name that every object has is refused like any name that is not known", async () => {
  const { key } = await (await service().given.admin()).key();
  for (const name of [...INHERITED, "unknown_name"]) {
    for (const query of [`${name}=1`, `limit=1&${name}=1`, `${name}[x]=1`, `${encodeURIComponent(name).replace("o", "%6f")}=1`]) {
      const answer = await service().rest(key, "GET", `/records/deal?${query}`);
      assert.equal(answer.status, 422, `${query}: ${await answer.text()}`);
    }
  }
});

test("it is refused in a path's answer without a query too, and in the body", async () => {
  const { key } = await (await service().given.admin()).key();
  assert.equal((await service().rest(key, "GET", "/me?__proto__=1")).status, 422);
  assert.equal((await service().rest(key, "POST", "/records/deal?__proto__=1", { values: { name: "A" } })).status, 422);
  for (const name of ["toString", "valueOf", "hasOwnProperty"])
    assert.equal((await service().rest(key, "POST", "/records/deal", { values: { name: "A" }, [name]: 1 })).status, 422, name);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import type { Member } from "../kernel/actor.ts";
import { ARRIVAL_MS, createCpuShares } from "../platform/cpu-shares.ts";
import { NOW } from "../../test/moments.ts";
import { createKeyGate } from "./key-gate.ts";

const memberOf = (companyId: string, keyId: string): Member => ({
  kind: "member",
  companyId,
  userId: "user",
  role: "member",
  name: "Ada",
  email: "ada@test.example",
  company: { name: "Company", timeZone: "UTC", schemaVersion: 1 },
  proof: { kind: "key", keyId, keyName: keyId },
});

const MEMBERS = new Map([
  ["noisy", memberOf("attacker", "noisy")],
  ["quiet", memberOf("attacker", "quiet")],
  ["other", memberOf("victim", "other")],
]);
const ONE_SECOND_OF_CALLS = Math.ceil(1_000 / ARRIVAL_MS);

test("calls of a key that are refused for their number are paid for by its company", async () => {
  const gate = createKeyGate({
    limits: { perTenSeconds: 3, perMinute: 100, concurrent: 10, failedAuthPerMinute: 10 },
    clock: { now: () => NOW },
    authenticate: async (key = "") => {
      const actor = MEMBERS.get(key);
      return actor && { actor, isDueForTouch: false, clientIsNamed: true };
    },
    touch: () => undefined,
    checkRows: () => undefined,
    shares: createCpuShares(50, () => 0),
  });
  const server = fastify();
  server.get("/", { onRequest: async (request, reply) => void (await gate.admit(request, reply)) }, async () => "in");
  const call = async (key: string) => (await server.inject({ url: "/", headers: { "x-api-key": key } })).statusCode;
  try {
    assert.equal(await call("other"), 200);
    assert.equal(await call("quiet"), 200);
    for (let at = 0; at < 3; at++) assert.equal(await call("noisy"), 200);
    for (let at = 0; at < ONE_SECOND_OF_CALLS; at++) assert.equal(await call("noisy"), 429);
    assert.equal(await call("quiet"), 429, "nothing is left of the company's share");
    assert.equal(await call("other"), 200);
  } finally {
    await server.close();
  }
});

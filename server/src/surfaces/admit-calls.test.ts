import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { Client } from "pg";
import { startService } from "../../test/service.ts";
import { until } from "../../test/waiting.ts";
import { createAdmission } from "../platform/admission.ts";
import { createCpuShares } from "../platform/cpu-shares.ts";
import { createKnownCallers } from "../platform/known-callers.ts";
import { admitCalls } from "./admit-calls.ts";

const CALLS = 200;
const LOOK_MS = 5;
const NO_USE = { usedMs: () => 0, isLight: () => false };

test("a node with too much to do refuses calls before it looks at them, and still answers monitors", async () => {
  let look: ((workedMs: number, passedMs: number) => void) | undefined;
  const admission = createAdmission(NO_USE, (tell) => {
    look = tell;
    return () => void (look = undefined);
  });
  const service = await startService({ admission });
  const ada = await service.given.admin();
  const operator = new Client({ connectionString: service.database.superuserUrl });
  await operator.connect();
  // Holds calls in the middle.
  await operator.query("begin; lock table companies in access exclusive mode");
  // Not ada.post: it asks again when it is refused.
  const headers = { "content-type": "application/json", cookie: ada.cookie };
  const ask = () => fetch(`${service.url}/app/call/companies.get`, { method: "POST", headers, body: "{}" });
  let answered = 0;
  const calls = Array.from({ length: CALLS }, async () => {
    const answer = await ask();
    answered++;
    return answer;
  });
  await until(() => look !== undefined, "somebody waits");
  await until(() => {
    for (let ms = 0; ms < 1_000; ms += LOOK_MS) look?.(LOOK_MS, LOOK_MS);
    return answered >= CALLS / 2;
  }, "half of them are refused");
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await operator.query("rollback");
  await operator.end();
  await until(() => {
    for (let ms = 0; ms < 1_000; ms += LOOK_MS) look?.(0, LOOK_MS);
    return answered === CALLS;
  }, "all are answered");

  const refusals = (await Promise.all(calls)).filter(({ status }) => status === 503);
  const problems = await Promise.all(refusals.map((answer) => answer.json() as Promise<{ code: string }>));
  const at = problems.findIndex(({ code }) => code === "overloaded");
  assert.equal(refusals[at]?.headers.get("retry-after"), "2");
  assert.equal((await ask()).status, 200);
  await service.close();
});

test("a company that has used up its share while another calls is refused before its caller is looked up", async () => {
  const shares = createCpuShares(50);
  const knownCallers = createKnownCallers();
  let lookUps = 0;
  const authenticate = knownCallers.noting(async (key) => {
    lookUps++;
    return { actor: { companyId: `company of ${key}` } };
  });
  const admission = createAdmission(shares);
  const server = fastify();
  admitCalls(server, { admission, knownCallers, shares, isSecure: false });
  server.get("/", async ({ headers }) => {
    const found = await authenticate(String(headers["x-api-key"]));
    shares.admit(found?.actor.companyId ?? "")();
    return "done";
  });
  const statusOf = async (key: string) => (await server.inject({ url: "/", headers: { "x-api-key": key } })).statusCode;

  assert.deepEqual([await statusOf("a"), await statusOf("b")], [200, 200]);
  shares.spend("company of a", 10_000);
  assert.deepEqual([await statusOf("a"), await statusOf("b")], [429, 200]);
  assert.equal(lookUps, 3);
  assert.equal(await statusOf("another key of a"), 200, "which is not known yet");
  admission.stop();
  await server.close();
});

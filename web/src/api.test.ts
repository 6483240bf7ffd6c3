import assert from "node:assert/strict";
import { test } from "node:test";
import { givenService, problem } from "../test/service.ts";
import { api, ApiError } from "./api.ts";

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
};

test("a call is one POST with its input, and its answer comes back", async (t) => {
  const calls = givenService(t, () => ({ body: { id: "rec_1" } }));
  assert.deepEqual(await api.call("records.get", { id: "rec_1" }), { id: "rec_1" });
  assert.deepEqual(calls, [{ name: "records.get", input: { id: "rec_1" }, idempotencyKey: null }]);
});

test("an idempotency key is sent along", async (t) => {
  const calls = givenService(t, () => ({ body: {} }));
  await api.call("records.undo", { id: "op_1" }, { idempotencyKey: "undo-1" });
  assert.equal(calls[0]?.idempotencyKey, "undo-1");
});

test("an error has its code, its message and the errors of its fields", async (t) => {
  givenService(t, () =>
    problem(422, "invalid", "Some values are not right.", [
      { pointer: "/email", message: "Not an email address.", hint: "It needs an @." },
      { pointer: "/name", message: "Too long." },
    ]),
  );
  const error = await refusal(api.call("members.me", {}));
  assert.equal(error.status, 422);
  assert.equal(error.code, "invalid");
  assert.equal(error.message, "Some values are not right.");
  assert.deepEqual(error.fields, { email: "Not an email address. It needs an @.", name: "Too long." });
});

test("an error for too many requests says how long to wait", async (t) => {
  const after = ["30", "300"];
  givenService(t, (_, at) => problem(429, "too_many_requests", "Too many tries.", [], { "retry-after": after[at] ?? "" }));
  assert.equal((await refusal(api.call("members.me", {}))).message, "Too many tries. Try again in 30 s.");
  assert.equal((await refusal(api.call("members.me", {}))).message, "Too many tries. Try again in 5 min.");
});

test("a dead network and a proxy's error page both mean that the service cannot be reached", async (t) => {
  givenService(t, (_, at) =>
    at === 0 ? "unreachable" : { status: 502, body: "<html>Bad gateway</html>", headers: { "content-type": "text/html" } },
  );
  const dead = await refusal(api.call("members.me", {}));
  assert.deepEqual([dead.code, dead.status], ["unreachable", 0]);
  const proxy = await refusal(api.call("members.me", {}));
  assert.deepEqual([proxy.code, proxy.status], ["unreachable", 502]);
});

test("an aborted call throws the browser's error, not that the service cannot be reached", async (t) => {
  givenService(t, () => "unreachable");
  const aborted = AbortSignal.abort();
  await assert.rejects(api.call("members.me", {}, { signal: aborted }), { name: "TypeError" });
});

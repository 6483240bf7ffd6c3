import assert from "node:assert/strict";
import { test } from "node:test";
import { createKnownCallers } from "./known-callers.ts";

const companies: Record<string, string> = { k1: "a", k2: "b", k3: "c" };

function given(max?: number) {
  const known = createKnownCallers(max);
  let asked = 0;
  const authenticate = known.noting(async (secret) => {
    asked++;
    const companyId = companies[secret ?? ""];
    return companyId ? { actor: { companyId } } : undefined;
  });
  return { known, authenticate, asked: () => asked };
}

test("a caller is known once they were authenticated, and authenticated each time", async () => {
  const { known, authenticate, asked } = given();
  assert.equal(known.companyOf("k1"), undefined);
  await authenticate("k1");
  await authenticate("k1");
  assert.equal(known.companyOf("k1"), "a");
  assert.equal(asked(), 2);
});

test("a key or a session that is no longer valid is forgotten", async () => {
  const { known, authenticate } = given();
  await authenticate("k1");
  const { k1 } = companies;
  delete companies["k1"];
  await authenticate("k1");
  companies["k1"] = k1 ?? "";
  assert.equal(known.companyOf("k1"), undefined);
});

test("who has not called for the longest time is forgotten first", async () => {
  const { known, authenticate } = given(2);
  for (const secret of ["k1", "k2", "k1", "k3"]) await authenticate(secret);
  assert.deepEqual(["k1", "k2", "k3"].map(known.companyOf), ["a", undefined, "c"]);
});

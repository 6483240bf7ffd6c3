import assert from "node:assert/strict";
import { test } from "node:test";
import { createVault } from "./vault.ts";

const SECRET = "a secret that is long enough for a test";
const place = { companyId: "0198", column: "webhooks.secret", rowId: "0199" };

test("a sealed secret opens again, and does not contain its text", () => {
  const vault = createVault(SECRET);
  const sealed = vault.seal(place, "whsec_Grüße");
  assert.equal(vault.open(place, sealed), "whsec_Grüße");
  assert.ok(!sealed.includes("whsec_"));
  assert.notDeepEqual(vault.seal(place, "whsec_Grüße"), sealed, "the same text twice looks different");
});

test("it opens in its own company, column and row only, and only unchanged", () => {
  const vault = createVault(SECRET);
  const sealed = vault.seal(place, "secret");
  for (const other of [
    { ...place, companyId: "0200" },
    { ...place, column: "webhooks.headers" },
    { ...place, rowId: "0200" },
  ])
    assert.throws(() => vault.open(other, sealed));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => vault.open(place, changed), `byte ${at}`);
  }
  assert.throws(() => vault.open(place, sealed.subarray(0, 20)), /not a sealed secret/);
});

test("another KITH_SECRET is named as the cause", () => {
  const sealed = createVault(SECRET).seal(place, "secret");
  assert.throws(() => createVault(`${SECRET}!`).open(place, sealed), /another KITH_SECRET/);
});

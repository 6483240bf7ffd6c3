import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CrmRecord } from "../../fields/index.ts";
import { deal, record } from "../../../../test/fixtures.ts";

const { likelihoodOf } = await import("./weighted-amount.ts");

const dealWith = (values: object) => record("Flow metering", { values: values as CrmRecord["values"] });

test("an open deal counts by the probability of its stage, in the currency of its amount", () => {
  const likely = (values: object) => likelihoodOf(deal, dealWith(values));
  assert.deepEqual(likely({ stage: "proposal", amount: "48000" }), { probability: 50, weighted: "€24,000" });
  assert.deepEqual(likely({ stage: "proposal", amount: { amount: "1200.50", currency: "USD", converted: "1080" } }), {
    probability: 50,
    weighted: "$600.25",
  });
  assert.deepEqual(likely({ stage: "proposal", amount: null }), { probability: 50, weighted: undefined });
});

test("nothing is said of how likely it is that a closed deal is won, or one without a stage", () => {
  for (const stage of ["won", "lost", "gone", null]) assert.equal(likelihoodOf(deal, dealWith({ stage, amount: "48000" })), undefined);
});

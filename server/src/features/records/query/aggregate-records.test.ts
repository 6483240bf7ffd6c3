import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService();

async function company() {
  const ada = await service().given.admin("Ada");
  const max = await service().given.member(ada, "member", "Max");
  for (const name of ["Acme", "Bolt"]) await ada.call("records.create", { type: "organization", values: { name } });
  for (const name of ["Ann", "Ben"]) await ada.call("records.create", { type: "contact", values: { name } });
  const deals = [
    { amount: 10, stage: "qualified", owner: "Ada", organization: "Acme", contacts: ["Ann", "Ben"], close_date: "2026-01-10" },
    { amount: 20, stage: "proposal", owner: "Ada", organization: "Acme", contacts: ["Ann"], close_date: "2026-02-10" },
    { amount: 90, stage: "proposal", owner: "Max", organization: "Bolt", contacts: ["Ben"], close_date: "2026-02-20" },
  ];
  await ada.call("records.batch", { type: "deal", items: deals.map((values, at) => ({ values: { name: `Deal ${at}`, ...values } })) });
  return { ada, max };
}

test("median and weighted are measures like the others", async () => {
  const { ada } = await company();
  const measures = [{ measure: "median" as const, field: "amount" }, { measure: "weighted" as const }];
  const { groups } = await ada.call("records.aggregate", { type: "deal", measures });
  assert.deepEqual(groups[0]?.values.map(Number), [20, 10 * 0.1 + 20 * 0.5 + 90 * 0.5]);
});

test("records are grouped by two fields: values, dates and two relations", async () => {
  const { ada } = await company();
  const grouped = async (group_by: string, interval?: "month") =>
    (await ada.call("records.aggregate", { type: "deal", group_by, ...(interval ? { interval } : {}) })).groups.map(
      ({ label, second, values }) => [label, second?.label, values[0]].join(),
    );
  assert.deepEqual((await grouped("owner,stage")).sort(), ["Ada,Proposal,1", "Ada,Qualified,1", "Max,Proposal,1"]);
  assert.deepEqual(await grouped("close_date, owner", "month"), ["2026-01-01,Ada,1", "2026-02-01,Ada,1", "2026-02-01,Max,1"]);
  assert.deepEqual((await grouped("organization,contacts")).sort(), ["Acme,Ann,2", "Acme,Ben,1", "Bolt,Ben,1"]);
});

test("a second filter gives the same figures beside those of the first", async () => {
  const { ada } = await company();
  const { groups } = await ada.call("records.aggregate", {
    type: "deal",
    filter: "close_date:2026-02",
    compare: "close_date:2026-01",
    group_by: "stage",
    measures: [{ measure: "sum", field: "amount" }],
  });
  assert.deepEqual(
    groups.map(({ key, values, compared }) => [key, values, compared]),
    [
      ["proposal", ["110"], [null]],
      ["qualified", [null], ["10"]],
    ],
  );
});

test("three fields, the same field twice, an unknown one and an interval without a date are refused", async () => {
  const { ada } = await company();
  for (const input of [
    { group_by: "owner,stage,organization" },
    { group_by: "owner,owner" },
    { group_by: "owner,stag" },
    { group_by: "owner,stage", interval: "month" as const },
    { compare: "stag:won" },
  ])
    await assert.rejects(ada.call("records.aggregate", { type: "deal", ...input }), {
      code: "compare" in input ? "bad_filter" : "bad_aggregate",
    });
});

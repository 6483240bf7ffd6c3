import assert from "node:assert/strict";
import { test } from "node:test";
import { converse } from "../../../../test/assistant/assistant.ts";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService();

test("a country is found by its name, in several languages, and by its code", async () => {
  const ada = await service().given.admin();
  for (const [name, country] of [
    ["Elk", "PL"],
    ["Lutra", "Poland"],
    ["Merle", "FR"],
  ] as const)
    await ada.call("records.create", { type: "organization", values: { name, country } });
  const found = async (filter: string) =>
    (await ada.call("records.list", { type: "organization", filter, sort: "name" })).items.map((one) => one.title);
  assert.deepEqual(await found("country:Poland"), ["Elk", "Lutra"]);
  assert.deepEqual(await found("country:polen,Frankreich"), ["Elk", "Merle"]);
  assert.deepEqual(await found("country!=Poland"), ["Merle"]);
  assert.deepEqual(await found("country:PL"), ["Elk"]);
});

test("a filter on a text that finds nothing says which values there are, over REST and MCP", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  for (const city of ["Cork", "Cork", "Lille"]) await ada.call("records.create", { type: "organization", values: { name: city, city } });
  const expected = [{ field: "city", message: "No organization matches city:Corck. Some have these values.", values: ["Cork", "Lille"] }];
  const answer = await service().rest(key, "GET", `/records/organization?filter=${encodeURIComponent("city:Corck has:owner")}`);
  assert.deepEqual(((await answer.json()) as { hints: unknown }).hints, expected);
  const { data } = await converse(service(), key).ask("query_records", { type: "organization", filter: "city:Corck" });
  assert.deepEqual((data as { hints: unknown }).hints, expected);
  const together = await ada.call("records.list", { type: "organization", filter: "city:Cork name:Lille" });
  assert.equal(together.hints, undefined, "each finds something, only not both");
  assert.equal((await ada.call("records.list", { type: "organization", filter: "city:Cork" })).hints, undefined);
});

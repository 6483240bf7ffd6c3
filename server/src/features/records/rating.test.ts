import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, importFile } from "../../../test/import-file.ts";
import { sharedService, type Person } from "../../../test/service.ts";

// A kind that is an entry in the table and nothing else on the server: it is filtered, sorted, counted, imported and exported
// because its shape is.

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

async function withRatings(): Promise<Person> {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "contact", key: "fit", label: "Fit", field_type: "rating" });
  const items = [5, "4", 2, null, 4].map((fit, at) => ({ values: { name: `Contact ${at}`, fit } }));
  const { results } = await ada.call("records.batch", { type: "contact", items });
  assert.deepEqual([...new Set(results.map((one) => one.status))], ["created"]);
  return ada;
}

test("a rating is a whole number from 1 to 5, over REST too", async () => {
  const ada = await withRatings();
  const { key } = await ada.key();
  const send = async (fit: unknown) => {
    const answer = await service().rest(key, "POST", "/records/contact", { values: { name: "Rated", fit } });
    return [answer.status, await answer.json()] as [
      number,
      { record?: { values: Record<string, unknown> }; errors?: { pointer: string; message: string }[] },
    ];
  };

  const [status, { record }] = await send(3);
  assert.deepEqual([status, record?.values["fit"]], [201, 3]);
  for (const fit of [0, 6, 2.5, "many", true]) {
    const [refused, { errors }] = await send(fit);
    assert.deepEqual([refused, errors?.[0]?.pointer], [422, "/values/fit"], String(fit));
  }
  const [, { errors }] = await send(6);
  assert.equal(errors?.[0]?.message, "Expected a whole number from 1 to 5.");
});

test("a rating is filtered, sorted and counted", async () => {
  const ada = await withRatings();
  const found = async (filter: string, sort = "name") =>
    (await ada.call("records.list", { type: "contact", filter, sort })).items.map((one) => one.values["fit"] ?? null);

  assert.deepEqual(await found("fit>=4"), [5, 4, 4]);
  assert.deepEqual(await found("fit:2..4"), [4, 2, 4]);
  assert.deepEqual(await found("no:fit"), [null]);
  assert.deepEqual(await found('{"field":"fit","op":"lt","value":4}'), [2]);
  assert.deepEqual(await found("", "-fit,name"), [5, 4, 4, 2, null]);
  await assert.rejects(found("fit~4"), { code: "bad_filter", detail: /`fit` is a rating and has no `~`/ });

  const average = await ada.call("records.aggregate", { type: "contact", measures: [{ measure: "average", field: "fit" }] });
  assert.equal(Number(average.groups[0]?.values[0]), 3.75);
  const settings = { kind: "bar", type: "contact", group_by: "fit", sort: "-value" } as const;
  const { figure } = await ada.call("dashboards.preview", settings);
  assert.ok(figure?.shape === "groups");
  assert.deepEqual(figure.groups.map((group) => [group.key, group.count, group.filter]).slice(0, 1), [["4", 2, "fit:4"]]);
});

test("a rating goes out in a CSV file and comes in by one", async () => {
  const ada = await withRatings();
  const { id } = await ada.call("exports.create", { type: "contact", sort: "name", fields: ["name", "fit"] });
  let exported = await ada.call("exports.get", { id });
  for (; exported.state === "running"; exported = await ada.call("exports.get", { id })) await new Promise((wait) => setTimeout(wait, 20));
  const { text } = await ada.call("exports.read", { id, position: 0 });
  const columns = text
    .trim()
    .split("\r\n")
    .map((line) => line.split(",").slice(1));
  assert.deepEqual(columns, [
    ["Name", "Fit"],
    ["Contact 0", "5"],
    ["Contact 1", "4"],
    ["Contact 2", "2"],
    ["Contact 3", ""],
    ["Contact 4", "4"],
  ]);

  const file = "Name,Fit\nImported,1\nToo good,9\nNot rated,\n";
  assert.deepEqual(countsOf(await importFile(ada, "contact", file)), { rows: 3, created: 3, updated: 0, skipped: 0, failed: 0 });
  // A cell that cannot be read is left empty, with a warning.
  const { items } = await ada.call("records.list", { type: "contact", filter: "fit:1" });
  assert.deepEqual(
    items.map((one) => one.title),
    ["Imported"],
  );
});

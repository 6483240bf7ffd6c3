import assert from "node:assert/strict";
import { test } from "node:test";
import { heldWhile } from "../../../test/held.ts";
import { importFile, uploadFile } from "../../../test/import-file.ts";
import { sharedService } from "../../../test/service.ts";
import { within } from "../../../test/measured.ts";

const MAX_HELD_MS = 100;

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

const SPACES = " ".repeat(40_000);
const HOSTILE: [what: string, cell: string][] = [
  ["40,000 spaces in a number", `1${SPACES}1`],
  ["40,000 spaces before a currency", `${SPACES}€`],
  ["groups without end", "1.".repeat(20_000)],
  ["digits without end", "9".repeat(40_000)],
  ["a date with 40,000 dots", `1${".".repeat(40_000)}1`],
];

for (const [what, cell] of HOSTILE) {
  test(`${what} do not hold the process`, async () => {
    const ada = await service().given.admin();
    const id = await uploadFile(ada, "deal", `Name,Amount,Close date\n"x","${cell}","${cell}"\ny,1,2026-11-20\n`);
    await ada.call("imports.inspect", { id });
    const mapping = [
      { column: 0, field: "name" },
      { column: 1, field: "amount" },
      { column: 2, field: "close_date" },
    ];
    const hold = () => heldWhile(() => ada.call("imports.preview", { id, mapping, mode: "create" }));
    // The first call also compiles the code it runs. So the shorter of two counts.
    const held = Math.min(await hold(), await hold());
    assert.ok(held < within(MAX_HELD_MS), `held for ${Math.round(held)} ms`);
  });
}

test("a day that does not exist is never imported as another", async () => {
  const ada = await service().given.admin();
  const csv = "Name;Last contacted\nAnneke;31.02.2026\nNoor;28.02.2026\nBram;31.04.2026 10:00\nKees;2026-02-30\n";
  await importFile(ada, "contact", csv);
  const { items } = await ada.call("records.list", { type: "contact", limit: 10, sort: "name" });
  assert.deepEqual(
    items.flatMap((one) => (one.values["last_contacted"] ? [[one.title, String(one.values["last_contacted"]).slice(0, 10)]] : [])),
    [["Noor", "2026-02-28"]],
  );
});

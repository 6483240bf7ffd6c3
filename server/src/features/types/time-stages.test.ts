import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";
import { PATIENCE_MS } from "../../../test/measured.ts";

let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
const service = sharedService();
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

/** The times of two changes differ. The test's clock would also put off the jobs. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

const create = async (ada: Person, name: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type: "deal", values: { name, ...values } })).record;

/** The times of its stage as in the database: a member sees them as values. */
async function timesOf(name: string): Promise<(string | null)[]> {
  const [row] = await service().database.query("select stage_entered_at, won_at, lost_at from records where title = $1", [name]);
  return ["stage_entered_at", "won_at", "lost_at"].map((column) => (row?.[column] as Date | null)?.toISOString() ?? null);
}

/** A record and its event are written with times of their own, a moment apart. */
const isSame = (given: string | null, wanted: string | null) =>
  given === wanted || (given !== null && wanted !== null && Math.abs(Date.parse(given) - Date.parse(wanted)) < 15);

async function untilTimes(name: string, wanted: (string | null)[]): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50)))
    if ((await timesOf(name)).every((one, at) => isSame(one, wanted[at] ?? null))) return;
  assert.deepEqual(await timesOf(name), wanted, name);
}

async function setState(ada: Person, key: string, state: "open" | "won" | "lost"): Promise<void> {
  const { items } = await ada.call("types.list", {});
  const options = items.find((type) => type.key === "deal")?.fields.find((field) => field.key === "stage")?.options ?? [];
  await ada.call("types.updateField", {
    type: "deal",
    field: "stage",
    options: options.map((option) => (option.key === key ? { ...option, state } : option)),
  });
}

test("deals in a stage that becomes won are won since they came into it, and no longer when it is open again", async () => {
  const ada = await service().given.admin();
  const { id } = await create(ada, "Since proposal", { stage: "proposal" });
  await create(ada, "Won before", { stage: "won", close_date: "2026-01-15" });
  const before = await timesOf("Won before");
  await aMoment();
  await ada.call("records.update", { id, values: { stage: "negotiation" } });
  const [entered = null] = await timesOf("Since proposal");

  await setState(ada, "negotiation", "won");
  await untilTimes("Since proposal", [entered, entered, null]);
  await setState(ada, "negotiation", "lost");
  await untilTimes("Since proposal", [entered, null, entered]);
  await setState(ada, "negotiation", "open");
  await untilTimes("Since proposal", [entered, null, null]);
  assert.deepEqual(await timesOf("Won before"), before, "its stage means what it meant");
});

test("with another field as the stage the times are those of that field, from the log", async () => {
  const ada = await service().given.admin();
  const option = (key: string, state: "open" | "won") => ({ key, label: key, state });
  const options = [option("asked", "open"), option("signed", "won")];
  await ada.call("types.addField", { type: "deal", key: "paper", label: "Paper", field_type: "stage", options });
  const { id } = await create(ada, "On paper", { stage: "proposal", paper: "asked" });
  await aMoment();
  const signed = await ada.call("records.update", { id, values: { paper: "signed" } });
  const signedAt = signed.record.updated_at;
  await aMoment();
  const { updated_at: lostAt } = (await ada.call("records.update", { id, values: { stage: "lost" } })).record;
  await create(ada, "Without paper", { stage: "won" });

  await ada.call("types.update", { type: "deal", stage_field: "paper" });
  await untilTimes("On paper", [signedAt, signedAt, null]);
  await untilTimes("Without paper", [null, null, null]);
  await ada.call("types.update", { type: "deal", stage_field: "stage" });
  await untilTimes("On paper", [lostAt, null, lostAt]);
});

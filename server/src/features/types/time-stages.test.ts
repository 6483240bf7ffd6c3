import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";
import { until } from "../../../test/waiting.ts";

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

/** The change that a time is of. A change gives the record its time, and a moment later its event: both are of that event. */
async function changeAt(name: string, time: string | null): Promise<string | null> {
  const [event] = await service().database.query(
    `select e.id from events e join records r on r.company_id = e.company_id and r.id = e.subject_id
     where r.title = $1 and e.type in ('record.created', 'record.updated') and e.at >= $2 order by e.at limit 1`,
    [name, time],
  );
  return event ? String(event["id"]) : time;
}

async function untilTimes(name: string, wanted: (string | null)[]): Promise<void> {
  const changesOf = (times: (string | null)[]) => Promise.all(times.map((time) => changeAt(name, time)));
  const expected = String(await changesOf(wanted));
  let times = await timesOf(name);
  await until(
    async () => String(await changesOf((times = await timesOf(name)))) === expected,
    () => `${name} has ${times.join()} and not ${wanted.join()}`,
  );
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

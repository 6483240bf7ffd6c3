import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { until } from "../waiting.ts";

const service = sharedService({
  env: { QUOTAS: "shared_views=3, own_views=2, keys=4, imports=5, exports=3, types=8, own_dashboards=2", KEPT_ANSWERS_MB: "1" },
});
const statusesOf = (answers: Response[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([key, all]) => [key, all.length]));
const atOnce = (count: number, send: (at: number) => Promise<Response>) => Promise.all(Array.from({ length: count }, (_, at) => send(at)));

test("an Idempotency-Key on a read keeps nothing", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  for (let at = 0; at < 5; at++) {
    const headers = { "idempotency-key": `read ${at}` };
    assert.equal((await ada.post("records.list", { type: "contact" }, headers)).status, 200);
    assert.equal(
      (await service().rest(key, "POST", "/records/contact/aggregate", { measures: [{ measure: "count" }] }, headers)).status < 500,
      true,
    );
  }
  const rows = await service().database.query(
    "select count(*)::int as count from idempotency_keys k join users u on u.id = k.user_id where u.email = $1",
    [ada.email],
  );
  assert.equal(rows[0]?.["count"], 0);
});

test("the stored answer of a write has at most 64 kB; a repeated call gets it, or is told that it was done", async () => {
  const ada = await service().given.admin();
  const batch = { type: "contact", items: Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `Contact ${at}` } })) };
  const headers = { "idempotency-key": "a batch" };
  const first = await ada.post("records.batch", batch, headers);
  const again = await ada.post("records.batch", batch, headers);
  assert.equal(again.status, 200);
  assert.deepEqual(await again.json(), await first.json());
  const wrong = {
    type: "contact",
    items: Array.from({ length: 1_000 }, (_, at) => ({ values: { name: "n", [`${at} ${"€x".repeat(20)}`]: Math.random() } })),
  };
  const failing = { "idempotency-key": "a large answer" };
  assert.equal((await ada.post("records.batch", wrong, failing)).status, 200);
  const repeated = await ada.post("records.batch", wrong, failing);
  assert.ok(repeated.status === 200 || ((await repeated.json()) as { code: string }).code === "answer_not_kept");
  const rows = await service().database.query(
    `select max(greatest(octet_length(packed), octet_length(answer::text))) as bytes from idempotency_keys k join users u on u.id = k.user_id where u.email = $1`,
    [ada.email],
  );
  assert.ok(Number(rows[0]?.["bytes"]) <= 80_000, `${String(rows[0]?.["bytes"])} bytes`);
});

test("the stored answers of a company have a bound: the oldest go, and a call whose answer is gone is still not done twice", async () => {
  const ada = await service().given.admin();
  const other = await service().given.admin();
  const { record: theirs } = await other.call("records.create", { type: "contact", values: { name: "Theirs" } });
  const rename = (person: Person, id: string, name: string) =>
    person.post("records.update", { id, values: { name } }, { "idempotency-key": name });
  assert.equal((await rename(other, theirs.id, "Renamed")).status, 200);
  const message = randomBytes(20_000).toString("hex");
  const { record } = await ada.call("records.create", { type: "lead", values: { name: "Lead", message } });
  for (let at = 0; at < 60; at++) assert.equal((await rename(ada, record.id, `Lead ${at}`)).status, 200);
  const keptOf = async ({ email }: Person) => {
    const [row] = await service().database.query(
      `select count(*)::int as keys, count(*) filter (where answer is not null or packed is not null)::int as answers,
         coalesce(sum(coalesce(octet_length(packed), pg_column_size(answer))), 0)::int as bytes
       from idempotency_keys k join users u on u.id = k.user_id where u.email = $1`,
      [email],
    );
    return row as { keys: number; answers: number; bytes: number };
  };
  let bytes = 0;
  await until(
    async () => ({ bytes } = await keptOf(ada)).bytes <= 1.1 * 2 ** 20,
    () => `at most 1 MiB is kept, and not ${bytes} bytes`,
  );
  const { keys, answers } = await keptOf(ada);
  assert.equal(keys, 60, "every key is kept");
  assert.ok(answers >= 10, `${answers} answers`);
  const first = await rename(ada, record.id, "Lead 0");
  assert.deepEqual([first.status, ((await first.json()) as { code: string }).code], [409, "answer_not_kept"]);
  assert.equal((await rename(ada, record.id, "Lead 59")).status, 200, "the last answers are kept");
  assert.equal((await ada.call("records.get", { id: record.id })).title, "Lead 59", "nothing was done again");
  assert.equal((await rename(other, theirs.id, "Renamed")).status, 200, "another company has its own bound");
});

const view = (name: string, isShared: boolean) => ({ type: "deal", name, filter: "", is_shared: isShared });

test("shared and own views have a quota that a race does not pass", async () => {
  const ada = await service().given.admin();
  assert.deepEqual(statusesOf(await atOnce(8, (at) => ada.post("views.create", view(`shared ${at}`, true)))), { 200: 3, 409: 5 });
  assert.deepEqual(statusesOf(await atOnce(8, (at) => ada.post("views.create", view(`own ${at}`, false)))), { 200: 2, 409: 6 });
  const own = (await ada.call("views.list", {})).items.find((one) => !one.is_shared);
  const sharing = await ada.post("views.update", { id: own?.id, is_shared: true });
  assert.equal(((await sharing.json()) as { code: string }).code, "quota_reached", "nor does sharing an own one");
  const other = await service().given.admin();
  assert.equal((await other.post("views.create", view("theirs", true))).status, 200, "another company has its own");
});

test("a list of views comes in pages", async () => {
  const ada = await service().given.admin();
  for (let at = 0; at < 3; at++) await ada.call("views.create", { ...view(`shared ${at}`, true), position: at % 2 });
  const first = await ada.call("views.list", { limit: 2 });
  const second = await ada.call("views.list", { limit: 2, cursor: first.next_cursor ?? "" });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ name }) => name),
    ["shared 0", "shared 2", "shared 1"],
  );
  assert.equal(second.next_cursor, null);
});

const QUOTAS: [string, number, (person: Person, at: number) => Promise<Response>][] = [
  ["keys", 4, (person, at) => person.post("keys.create", { name: `key ${at}` })],
  ["imports", 5, (person, at) => person.post("imports.create", { type: "contact", name: `${at}.csv`, size: 50_000_000 })],
  ["exports", 3, (person) => person.post("exports.create", { type: "contact" })],
  ["dashboards", 2, (person, at) => person.post("dashboards.create", { name: `dashboard ${at}`, is_shared: false })],
  ["types", 8, (person, at) => person.post("types.create", { key: `own_${at}`, label: "Own", label_plural: `Owns ${at}` })],
];
for (const [what, most, make] of QUOTAS) {
  test(`${what} have a quota that 12 calls at once do not pass`, async () => {
    const ada = await service().given.admin();
    const before = what === "types" ? (await ada.call("types.list", {})).items.length : 0;
    assert.deepEqual(statusesOf(await atOnce(12, (at) => make(ada, at))), { 200: most - before, 409: 12 - (most - before) });
  });
}

test("options that a call leaves out count: a field has at most 500", async () => {
  const ada = await service().given.admin();
  const options = (round: number) => Array.from({ length: 200 }, (_, at) => ({ key: `o${round}_${at}`, label: `Option ${round} ${at}` }));
  await ada.call("types.addField", { type: "deal", key: "many", label: "Many", field_type: "select", options: options(0) });
  await ada.call("types.updateField", { type: "deal", field: "many", options: options(1) });
  const third = await ada.post("types.updateField", { type: "deal", field: "many", options: options(2) });
  assert.equal(third.status, 422);
  assert.match(((await third.json()) as { detail: string }).detail, /at most 500 options/);
});

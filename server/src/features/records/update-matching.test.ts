import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { sharedService } from "../../../test/service.ts";
import { memberId } from "../members/operations.ts";

const service = sharedService();
const change = { type: "deal", filter: "stage:qualified", values: { next_step: "Call" } };

async function company() {
  const ada = await service().given.admin();
  const stages = ["qualified", "qualified", "proposal"];
  await ada.call("records.batch", { type: "deal", items: stages.map((stage, at) => ({ values: { name: `Deal ${at}`, stage } })) });
  const steps = async () =>
    (await ada.call("records.list", { type: "deal", sort: "name", fields: ["next_step"] })).items.map((one) => one.values["next_step"]);
  return { ada, steps };
}

test("records.updateMatching counts first, then changes what was counted, in one operation that can be undone", async () => {
  const { ada, steps } = await company();
  const dry = await ada.call("records.updateMatching", { ...change, dry_run: true });
  assert.deepEqual(
    [dry.operation_id, dry.count, dry.changed, dry.records.map((one) => one.title).sort()],
    [null, 2, 2, ["Deal 0", "Deal 1"]],
  );
  assert.deepEqual(await steps(), [null, null, null]);

  const { operation_id } = await ada.call("records.updateMatching", { ...change, count: 2 });
  assert.deepEqual(await steps(), ["Call", "Call", null]);
  await ada.call("records.undo", { id: operation_id ?? "" });
  assert.deepEqual(await steps(), [null, null, null]);
});

test("records.updateMatching changes nothing without the right count, without a filter or with a wrong value", async () => {
  const { ada, steps } = await company();
  for (const [input, code] of [
    [change, "invalid_input"],
    [{ ...change, count: 3 }, "count_differs"],
    [{ ...change, filter: "", count: 3 }, "invalid_input"],
    [{ ...change, values: { stage: "Proposed" }, count: 2 }, "invalid_input"],
    [{ ...change, filter: "stag:qualified", count: 2 }, "bad_filter"],
  ] as const)
    await assert.rejects(ada.call("records.updateMatching", input), { code });
  assert.deepEqual(await steps(), [null, null, null]);
});

test("records.updateMatching reaches no other company, and at most 1,000 records", async () => {
  const { ada } = await company();
  const neighbour = await service().given.admin();
  assert.equal((await neighbour.call("records.updateMatching", { ...change, dry_run: true })).count, 0);
  for (const half of [0, 1]) {
    const items = Array.from({ length: 500 }, (_, at) => ({ values: { name: `Many ${half} ${at}`, stage: "qualified" } }));
    await ada.call("records.batch", { type: "deal", items });
  }
  await assert.rejects(ada.call("records.updateMatching", { ...change, dry_run: true }), { code: "too_many_matches" });
});

test("records.updateMatching leaves a record alone that stops matching while the call waits for it", async () => {
  const { ada, steps } = await company();
  const operator = new Client({ connectionString: service().database.superuserUrl });
  await operator.connect();
  try {
    await operator.query("begin");
    await operator.query(
      "update records set stage = 'proposal' where title = 'Deal 0' and company_id = (select company_id from users where id = $1)",
      [memberId.decode(ada.userId)],
    );
    const changing = assert.rejects(ada.call("records.updateMatching", { ...change, count: 2 }), { code: "count_differs" });
    for (let waiting = 0; waiting === 0; await setTimeout(5)) {
      const { rows } = await operator.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'kith_app_%' and datname = current_database()",
      );
      waiting = rows.length;
    }
    await operator.query("commit");
    await changing;
  } finally {
    await operator.end();
  }
  assert.deepEqual(await steps(), [null, null, null]);
});

test("one long text for many records is refused before it is written, in a dry run too, with the number and the limit", async () => {
  const { ada } = await company();
  const items = Array.from({ length: 100 }, (_, at) => ({ values: { name: `Lead ${at}` } }));
  const { results } = await ada.call("records.batch", { type: "lead", items });
  const values = { message: "m".repeat(49_000) };
  const matching = { type: "lead", filter: "created_at:today", values };
  const refused = { status: 422, code: "too_much_text", message: /9,8\d\d,\d{3} characters of text in 100 records.*4,000,000/ };
  await assert.rejects(ada.call("records.updateMatching", { ...matching, dry_run: true }), refused);
  await assert.rejects(ada.call("records.updateMatching", { ...matching, count: 100 }), refused);

  // In parts it is allowed. What is there then counts for a small change, too.
  const ids = results.map(({ id }) => id ?? "");
  for (let at = 0; at < ids.length; at += 20)
    await ada.call("records.batch", { type: "lead", items: ids.slice(at, at + 20).map((id) => ({ id, values })) });
  const small = { items: ids.map((id) => ({ id, values: { source: "Fair" } })), type: "lead" };
  await assert.rejects(ada.call("records.batch", small), { status: 422, code: "too_much_text" });
  await ada.call("records.batch", { ...small, items: small.items.slice(0, 50) });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { httpDestination, routedLead, sendTo } from "../../../../test/lead-sending.ts";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("after 30 days the bytes of a delivery are gone, after 400 the delivery, and then its deleted destination", async () => {
  const ada = await service().given.admin();
  const { id } = await httpDestination(ada, "http://127.0.0.1:9/leads");
  await sendTo(ada, id);
  const { database, app } = service();
  const age = (days: number) =>
    database.query(`update lead_deliveries set id = uuid_at(now() - interval '${days} days'), body = coalesce(body, '\\x00'), state = 'refused',
      next_at = null, attempts = '[{"status": 200, "answer": "secret words"}]'`);
  await routedLead(ada);
  await age(31);
  await app.housekeep();
  const [row] = await database.query("select body, attempts::text from lead_deliveries");
  assert.deepEqual(row, { body: null, attempts: '[{"status": 200}]' });
  await ada.call("leadSending.deleteDestination", { id });
  await database.query("update destinations set deleted_at = now() - interval '500 days'");
  await age(401);
  await app.housekeep();
  await app.housekeep();
  assert.deepEqual(await database.query("select id from lead_deliveries union all select id from destinations"), []);
});

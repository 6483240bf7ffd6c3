import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const OTHERS = 6_000;

test("a webhook for a rare type passes many other events in a few batches, and misses nothing between them", async () => {
  const service = shared();
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  await ada.call("webhooks.create", { url: receiver.url, event_types: ["view.created"] });
  await ada.call("records.create", { type: "deal", values: { name: "One of many" } });
  const makeMany = () =>
    service.database.query(
      `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data, changes)
       select company_id, gen_random_uuid_at_now(), at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data, changes
       from (select * from events where type = 'record.created' order by id limit 1) as one, generate_series(1, ${OTHERS / 2})`,
    );
  await service.database.query(
    `create function gen_random_uuid_at_now() returns uuid language sql volatile
       return overlay(gen_random_uuid()::text placing left(uuid_at(now())::text, 13) from 1 for 13)::uuid`,
  );
  await makeMany();
  await ada.call("views.create", { type: "deal", name: "First" });
  await makeMany();
  await ada.call("views.create", { type: "deal", name: "Second" });
  await service.database.query(`
    create sequence written_batches;
    create function note_batch() returns trigger language plpgsql security definer as $$ begin perform nextval('written_batches'); return new; end $$;
    create trigger note_batch after update of seen on webhook_cursors for each row execute function note_batch()`);
  const worker = await service.app.startWorker();
  try {
    await receiver.until((received) => received.some(({ message }) => JSON.stringify(message).includes("Second")));
  } finally {
    await worker.stop();
  }
  assert.equal(receiver.received.length, 2);
  const [batches] = await service.database.query("select last_value::int as count from written_batches");
  assert.ok(Number(batches?.["count"]) <= 6, `${Number(batches?.["count"])} batches`);
});

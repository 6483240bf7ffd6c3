import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { recordId } from "../../records/operations.ts";
import { webhookId } from "../operations.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const OTHERS = 6_000;

const RARE = {
  type: {
    settings: { event_types: ["view.created"] },
    make: (ada: Person, name: string) => ada.call("views.create", { type: "deal", name }),
  },
  filter: {
    settings: { event_types: ["record.created"], filter: "amount>1000" },
    make: (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name, amount: 5_000 } }),
  },
};

for (const [what, { settings, make }] of Object.entries(RARE))
  test(`a webhook for a rare ${what} passes many other events in a few batches, and misses nothing between them`, async () => {
    const service = shared();
    using receiver = await startWebhookReceiver();
    const ada = await service.given.admin();
    const { webhook } = await ada.call("webhooks.create", { url: receiver.url, ...settings });
    const { record } = await ada.call("records.create", { type: "deal", values: { name: "One of many" } });
    await service.database.query(
      `create or replace function gen_random_uuid_at_now() returns uuid language sql volatile
         return overlay(gen_random_uuid()::text placing left(uuid_at(now())::text, 13) from 1 for 13)::uuid`,
    );
    const makeMany = () =>
      service.database.query(
        `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data, changes)
         select company_id, gen_random_uuid_at_now(), at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data, changes
         from (select * from events where type = 'record.created' and subject_id = $1 limit 1) as one, generate_series(1, ${OTHERS / 2})`,
        [recordId.decode(record.id)],
      );
    await makeMany();
    await make(ada, "First");
    await makeMany();
    await make(ada, "Second");
    await service.database.query(`
      drop sequence if exists written_batches;
      create sequence written_batches;
      create or replace function note_batch() returns trigger language plpgsql security definer as $$ begin
        if new.webhook_id = '${webhookId.decode(webhook.id)}' then perform nextval('written_batches'); end if; return new; end $$;
      create or replace trigger note_batch after update of seen on webhook_cursors for each row execute function note_batch()`);
    const worker = await service.app.startWorker();
    try {
      await receiver.until((received) => received.some(({ message }) => JSON.stringify(message).includes("Second")));
    } finally {
      await worker.stop();
    }
    assert.equal(receiver.received.length, 2);
    const [batches] = await service.database.query("select last_value::int as count from written_batches");
    assert.ok(Number(batches?.["count"]) <= 8, `${Number(batches?.["count"])} batches`);
  });

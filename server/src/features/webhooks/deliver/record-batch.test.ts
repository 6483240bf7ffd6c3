import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../../test/service.ts";
import { system } from "../../../kernel/actor.ts";
import { newId } from "../../../platform/random.ts";
import { webhookId } from "../operations.ts";
import { recordBatch } from "../worker-operations.ts";
import type { BatchResult } from "./batch.ts";

const shared = sharedService();
const LEASE = "reader-of-the-test";

/** A webhook that this worker has leased, and a batch of one message that was delivered. */
async function givenBatch() {
  const { database, given, app, clock } = shared();
  await database.query("delete from webhooks");
  const ada = await given.admin();
  await ada.call("webhooks.create", { url: "https://93.184.216.34/hook" });
  const [cursor] = await database.query(
    "update webhook_cursors set lease_by = $1 returning company_id, webhook_id, seen::text as seen, written_in::text as written_in",
    [LEASE],
  );
  const now = clock.now();
  const health = { state: "on", reason: null, failures: 0, failedMessages: 0, firstFailureAt: null, probes: 0, warnings: 0 } as const;
  const result: BatchResult = {
    messages: [
      {
        eventId: newId(),
        type: "record.created",
        at: now,
        subjectType: "rec",
        subjectId: newId(),
        subjectName: "One",
        writtenIn: "1",
        place: "1",
        body: "{}",
        isOvertaken: false,
        state: "delivered",
        nextAt: null,
        attempt: { at: now.toISOString(), ms: 7, status: 204, error: null, answer: "" },
      },
    ],
    read: [],
    position: { seen: String(cursor?.["seen"]), upto: null, writtenIn: "987654321", place: "7" },
    health: { ...health, parallel: 9, isSlow: false, restUntil: null, lastDeliveryAt: now },
    holding: [],
    released: [],
    isDone: true,
    hasMoved: true,
    warning: 0,
  };
  const [companyId, id] = [String(cursor?.["company_id"]), String(cursor?.["webhook_id"])];
  const record = (lease: string) =>
    app.execute(recordBatch, system(companyId), { id: webhookId.encode(id), lease, result }, { id: newId(), surface: "system" });
  const look = async () => {
    const [row] = await database.query(
      `select c.state, c.lease_by, c.parallel, c.written_in::text as written_in, (select count(*)::int from webhook_deliveries d where d.webhook_id = c.webhook_id) as messages,
         (select count(*)::int from webhook_hours h where h.webhook_id = c.webhook_id) as hours from webhook_cursors c where c.webhook_id = $1`,
      [id],
    );
    return row;
  };
  return { database, id, before: cursor, record, look };
}

test("a batch is written down with its place, and the lease stays", async () => {
  const { record, look } = await givenBatch();
  assert.deepEqual(await record(LEASE), { lease: "kept" });
  assert.deepEqual(await look(), { state: "on", lease_by: LEASE, parallel: 9, written_in: "987654321", messages: 1, hours: 1 });
});

test("a worker that lost the lease writes nothing down: not the messages, not the hour, not the place", async () => {
  const { record, look, before } = await givenBatch();
  await assert.rejects(record("reader-of-before"), { code: "lease_lost" });
  const { written_in } = before ?? {};
  assert.deepEqual(await look(), { state: "on", lease_by: LEASE, parallel: 10, written_in, messages: 0, hours: 0 });
});

test("what was sent while somebody paused the webhook is written down; its state stays and the lease is given back", async () => {
  const { database, id, record, look } = await givenBatch();
  await database.query("update webhook_cursors set state = 'paused' where webhook_id = $1", [id]);
  assert.deepEqual(await record(LEASE), { lease: "done" });
  assert.deepEqual(await look(), { state: "paused", lease_by: null, parallel: 10, written_in: "987654321", messages: 1, hours: 1 });
});

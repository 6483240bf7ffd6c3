import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { firstIdAt } from "../../platform/log-reader/news.ts";
import { readConfig } from "../../config.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { startWebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../../../test/service.ts";
import { presently } from "../../../test/moments.ts";
import { until } from "../../../test/waiting.ts";

const env = { OUTBOUND_ALLOW: "127.0.0.1" };
const createDeal = (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name } });

/** Puts a delivery this many days back in time, as one that was made then. */
const age = (service: Service, event: string, days: number) =>
  service.database.query(
    `update webhook_deliveries set event_id = uuid_at(now() - make_interval(days => $2)), at = now() - make_interval(days => $2)
     where subject_name = $1`,
    [event, days],
  );

for (const [days, left] of [
  [undefined, ["3 days", "30 days"]],
  ["5", ["3 days"]],
  ["90", ["3 days", "30 days", "60 days"]],
] as const)
  test(
    `deliveries are kept for the days of WEBHOOK_LOG_DAYS (${days ?? "not set: 30"}), and a replay reaches back as far`,
    inService(
      async (service) => {
        const ada = await service.given.admin();
        const { webhook } = await ada.call("webhooks.create", { url: "http://127.0.0.1:9/" });
        for (const old of [3, 30, 60, 100]) {
          await ada.call("webhooks.sendTest", { id: webhook.id });
          await service.database.query("update webhook_deliveries set subject_name = $1 where subject_name not like '% days'", [
            `${old} days`,
          ]);
          await age(service, `${old} days`, old);
        }
        await service.app.housekeep();
        const names = await service.database.query("select subject_name from webhook_deliveries order by 1");
        assert.deepEqual(
          names.map((row) => row["subject_name"]),
          [...left],
        );
        const until = presently().toISOString();
        const replay = await ada.call("webhooks.createReplay", { id: webhook.id, since: "2020-01-01T00:00:00Z", until });
        const reach = Math.round((Date.parse(until) - Date.parse(replay.since)) / DAY_MS);
        assert.equal(reach, Number(days ?? 30));
        assert.equal((await ada.call("webhooks.get", { id: replay.webhook })).log_days, Number(days ?? 30));
      },
      { env: { ...env, ...(days ? { WEBHOOK_LOG_DAYS: days } : {}) } },
    ),
  );

test("WEBHOOK_LOG_DAYS is from 1 to 90", () => {
  const needed = { BASE_URL: "http://localhost", DATABASE_URL: "postgres://localhost/kith", KITH_SECRET: "x".repeat(32) };
  assert.equal(readConfig({ ...needed, WEBHOOK_LOG_DAYS: "90" }).settings["WEBHOOK_LOG_DAYS"], 90);
  for (const days of ["0", "91", "1.5", "week"])
    assert.throws(() => readConfig({ ...needed, WEBHOOK_LOG_DAYS: days }), /WEBHOOK_LOG_DAYS/, days);
});

test(
  "a delivery says when it is tried: ten attempts in all, and never before its endpoint has rested",
  inService(
    async (service) => {
      using receiver = await startWebhookReceiver();
      receiver.answerStatus(503, { "retry-after": "3600" });
      const ada = await service.given.admin();
      const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
      const worker = await service.app.startWorker();
      await createDeal(ada, "One");
      const list = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id })).items;
      await until(async () => (await list()).length > 0, "a delivery is listed");
      await worker.stop();
      const [listed] = await list();
      const { schedule, next_at, attempts } = await ada.call("webhooks.getDelivery", { id: webhook.id, event: listed?.event ?? "" });
      assert.equal(attempts.length + schedule.length, 10);
      assert.equal(schedule[0], next_at);
      assert.equal(listed?.next_at, next_at);
      const { next_try_at } = await ada.call("webhooks.get", { id: webhook.id });
      assert.equal(next_at, next_try_at, "its own time is in 5 seconds, but the endpoint asked for an hour");
      assert.ok(Date.parse(String(next_at)) > (receiver.received[0]?.at ?? NaN) + HOUR_MS - MINUTE_MS);
      await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
      const paused = await ada.call("webhooks.getDelivery", { id: webhook.id, event: listed?.event ?? "" });
      assert.deepEqual([paused.state, paused.next_at, paused.schedule], ["retrying", null, []], "nothing is sent while it is paused");
    },
    { env },
  ),
);

test(
  "what still waits for a webhook that was stopped outlives the delivery log, and is sent when it is on again",
  inService(
    async (service) => {
      using receiver = await startWebhookReceiver();
      receiver.answerStatus(500);
      const ada = await service.given.admin();
      const { webhook } = await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
      for (const name of ["In a partition", "In the default", "Delivered"]) await createDeal(ada, name);
      const first = await service.app.startWorker();
      const list = async (state: "retrying" | "delivered") =>
        (await ada.call("webhooks.listDeliveries", { state })).items
          .map(({ subject }) => subject.name ?? "")
          .sort((one, other) => one.localeCompare(other));
      await until(async () => (await list("retrying")).length === 3, "all failed once");
      await ada.call("webhooks.setState", { id: webhook.id, state: "paused" });
      await first.stop();
      await service.database.query("update webhook_deliveries set state = 'delivered', next_at = null where subject_name = 'Delivered'");
      const [{ day } = { day: "" }] = await service.database.query(
        `select to_char(now() at time zone 'UTC' - interval '60 days', 'YYYY_MM_DD') as day`,
      );
      // As the owner of the tables, who makes and drops partitions.
      const owner = new Client({ connectionString: service.database.url });
      await owner.connect();
      const start = Date.parse(`${String(day).replaceAll("_", "-")}T00:00:00Z`);
      await owner.query(
        `create table webhook_deliveries_${String(day)} partition of webhook_deliveries
         for values from ('${firstIdAt(new Date(start))}') to ('${firstIdAt(new Date(start + DAY_MS))}')`,
      );
      await owner.end();
      await age(service, "In a partition", 60);
      await age(service, "In the default", 100);
      await age(service, "Delivered", 60);
      await service.app.housekeep();
      const [gone] = await service.database.query("select to_regclass($1) is null as gone", [`webhook_deliveries_${String(day)}`]);
      assert.equal(gone?.["gone"], true, "its partition is dropped");
      receiver.answerStatus(204);
      await ada.call("webhooks.setState", { id: webhook.id, state: "on" });
      service.clock.advance(HOUR_MS);
      const worker = await service.app.startWorker();
      await until(async () => (await list("delivered")).length === 2, "both are sent");
      assert.deepEqual(await list("delivered"), ["In a partition", "In the default"]);
      await worker.stop();
    },
    { env },
  ),
);

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { stopwatch } from "../measured.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";

// Somebody holds the rows of a webhook for half a minute, as an operator's forgotten transaction does. In real time.

const LOCKED_MS = 30 * SECOND_MS;
const ARRIVES_MS = 10 * SECOND_MS;
const EVENT_EVERY_MS = SECOND_MS;

const createDeal = (ada: Person, name: string) => ada.call("records.create", { type: "deal", values: { name } });

async function lock({ database }: Service, table: string) {
  const client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
  await client.query("begin");
  await client.query(`select from ${table} for update`);
  return { letGo: () => client.end() };
}

for (const table of ["webhook_cursors", "webhooks"])
  test(
    `${table} is locked for 30 s while events are written: all of them arrive within 10 s of its release`,
    { timeout: 180_000 },
    inService(
      async (service, t) => {
        using receiver = await startWebhookReceiver();
        const ada = await service.given.admin();
        await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
        const worker = await service.app.startWorker();
        try {
          await createDeal(ada, "Before");
          await receiver.until(({ length }) => length === 1);
          const names: string[] = [];
          const write = async () => {
            names.push(`Deal ${names.length}`);
            await createDeal(ada, names.at(-1) ?? "");
          };
          const locked = await lock(service, table);
          for (const took = stopwatch(); took() < LOCKED_MS; await setTimeout(EVENT_EVERY_MS)) await write();
          await locked.letGo();
          const took = stopwatch();
          await write();
          const arrived = () => new Set(receiver.received.map(({ message }) => message.data["name"]));
          await receiver.until(() => names.every((name) => arrived().has(name)), 120_000);
          const ms = took();
          const repeats = receiver.received.length - new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size;
          t.diagnostic(`${names.length} events, the last of them ${Math.round(ms)} ms after the release, ${repeats} repeats`);
          assert.ok(ms <= ARRIVES_MS, `${Math.round(ms)} ms`);
        } finally {
          await worker.stop();
        }
      },
      { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
    ),
  );

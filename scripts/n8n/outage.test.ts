import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inService } from "../../server/test/service.ts";
import { prepareN8n } from "./n8n.ts";
import { makeTrigger, until, untilEvents, webhooksOf } from "./trigger-workflow.ts";

const EVENTS = Number(process.env["N8N_EVENTS"] ?? 1_000);
const AWAY_MS = Number(process.env["N8N_AWAY_S"] ?? 120) * 1_000;
/** Kith tries a webhook that is down at most every five minutes. */
const CATCH_UP_MS = 800_000;
const PAGE = 100;

test(
  `n8n is away for ${AWAY_MS / 1000} s under ${EVENTS} events: each is executed after its return`,
  { timeout: AWAY_MS + CATCH_UP_MS + 300_000 },
  inService(
    async (service, t) => {
      const n8n = await prepareN8n();
      t.after(() => n8n.close());
      await n8n.start();
      const ada = await service.given.admin();
      const { key } = await ada.key("n8n");
      const worker = await service.app.startWorker();
      t.after(() => worker.stop());
      const trigger = await makeTrigger(n8n, { url: service.url, key }, ["record.created"]);
      await trigger.publish();
      await untilEvents(ada, [["record.created"]]);

      await n8n.stop();
      const away = setTimeout(AWAY_MS);
      for (let made = 0; made < EVENTS; made += PAGE) {
        const items = Array.from({ length: Math.min(PAGE, EVENTS - made) }, (_, at) => ({ values: { name: `Event ${made + at}` } }));
        await ada.call("records.batch", { type: "contact", items });
        await setTimeout((AWAY_MS / 2) * (PAGE / EVENTS));
      }
      await away;
      assert.deepEqual(await trigger.executed(), []);
      const began = Date.now();
      await n8n.start();
      let seen = 0;
      const isComplete = async () => (seen = (await trigger.executed()).length) >= EVENTS;
      await until(isComplete, CATCH_UP_MS, () => `${seen} of ${EVENTS}, ${t.name}`);
      t.diagnostic(`${seen} distinct deliveries executed within ${Math.round((Date.now() - began) / 1000)} s of its return`);
      const [webhook] = await webhooksOf(ada);
      assert.equal(seen, EVENTS);
      assert.equal(webhook?.waiting.count, 0);
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

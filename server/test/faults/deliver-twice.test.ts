import assert from "node:assert/strict";
import { test } from "node:test";
import { inService } from "../service.ts";

// Small in the normal suite; `npm run test:faults -- deliver` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const options = { env: { OUTBOUND_ALLOW: "127.0.0.1" } };

test(
  "a registration and a replay that are sent five times with one key are done once",
  inService(async (service) => {
    const ada = await service.given.admin();
    const { key } = await ada.key();
    const rounds = size(10, 500);
    const send = async (path: string, body: object, idempotencyKey: string) => {
      const ask = () => service.rest(key, "POST", path, body, { "idempotency-key": idempotencyKey });
      const answers = await Promise.all(Array.from({ length: 5 }, ask));
      for (const one of answers) assert.ok([201, 409].includes(one.status), `${one.status} ${await one.text()}`);
    };
    for (let at = 0; at < Math.min(rounds, 90); at++) await send("/webhooks", { url: `http://127.0.0.1:9/${at}` }, `create ${at}`);
    const { items } = await ada.call("webhooks.list", { limit: 100 });
    assert.equal(items.length, Math.min(rounds, 90));
    const range = { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" };
    for (let at = 0; at < rounds; at++) await send(`/webhooks/${items[0]?.id}/replays`, range, `replay ${at}`);
    const [counted] = await service.database.query("select count(*)::int as count from webhook_replays");
    assert.equal(counted?.["count"], rounds);
  }, options),
);

import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { makeKey } from "../../src/features/keys/index.ts";
import { sharedService } from "../service.ts";

const service = sharedService();

const TIMED_ROUNDS = 2_500;
const PLANTED_US = 200;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

test("an unknown, a deleted and a disabled owner's key take the same time, over 10,000 calls", async (t) => {
  const ada = await service().given.admin();
  const bo = await service().given.member(ada);
  const [deleted, disabled, unknown] = [await ada.key(), await bo.key(), makeKey("00")];
  await ada.call("keys.delete", { id: deleted.id });
  await ada.call("members.update", { id: bo.userId, disabled: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());

  function timed(key: string, plantedUs = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const call = request(`${service().url}/api/v1/me`, { agent, headers: { "x-api-key": key } }, (response) => {
        assert.equal(response.statusCode, 401);
        response.resume().on("end", () => {
          const ended = performance.now() + plantedUs / 1_000;
          while (performance.now() < ended);
          resolve((performance.now() - started) * 1_000);
        });
      });
      call.on("error", reject).end();
    });
  }

  const kinds = {
    unknown: () => timed(unknown),
    deleted: () => timed(deleted.key),
    disabled: () => timed(disabled.key),
    planted: () => timed(unknown, PLANTED_US),
  };
  const times: Record<keyof typeof kinds, number[]> = { unknown: [], deleted: [], disabled: [], planted: [] };
  const order = Object.keys(kinds) as (keyof typeof kinds)[];
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    for (const kind of order.sort(() => Math.random() - 0.5)) times[kind].push(await kinds[kind]());
  }

  const usual = median(times.unknown);
  // Round by round, so that a busy machine slows both alike.
  const gap = (kind: keyof typeof kinds) => median(times[kind].map((time, round) => time - (times.unknown[round] ?? Number.NaN)));
  const [ofDeleted, ofDisabled, ofPlanted] = [gap("deleted"), gap("disabled"), gap("planted")];
  t.diagnostic(
    `unknown ${usual.toFixed()} µs; deleted ${ofDeleted.toFixed()}, disabled ${ofDisabled.toFixed()}, planted ${ofPlanted.toFixed()} µs more`,
  );
  // A tenth of a call is less than the noise of any network. The planted difference shows that more would be noticed.
  const most = Math.min(usual / 10, PLANTED_US / 2);
  assert.ok(Math.abs(ofDeleted) < most && Math.abs(ofDisabled) < most);
  assert.ok(ofPlanted > most);
});

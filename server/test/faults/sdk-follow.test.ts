import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createKith } from "../../../packages/sdk/src/index.ts";
import { inService } from "../service.ts";

// Small in the normal suite; `npm run test:sdk-faults` runs the full size.
const CHANGES = process.env["FAULTS"] === "full" ? 10_000 : 400;
const LIMIT = 50;
const BATCH = 200;
const ALIVE_MS = 250;
const FOLLOWER = join(import.meta.dirname, "sdk-follow-worker.ts");

test(
  `a follower that is killed every ${ALIVE_MS} ms sees ${CHANGES} changes in order, none left out, and repeats at most one page`,
  { timeout: 900_000 },
  inService(async (service, t) => {
    const { key } = await (await service.given.admin()).key();
    const kith = createKith({ url: service.url, apiKey: key });
    for (let at = 0; at < CHANGES; at += BATCH) {
      const items = Array.from({ length: BATCH }, (_, row) => ({ values: { name: `Person ${at + row}` } }));
      await kith.records.batch({ type: "contact", items });
    }
    const folder = mkdtempSync(join(tmpdir(), "kith-follow-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const [seenFile, positionFile] = [join(folder, "seen"), join(folder, "position")];

    const expected: string[] = [];
    for (let after: string | undefined, more = true; more;) {
      const page = await kith.records.changes({ after, type: "contact", limit: 500 });
      expected.push(...page.items.map(({ id }) => id));
      [after, more] = [page.position, page.has_more];
    }
    assert.equal(expected.length, CHANGES);

    const read = () => (existsSync(seenFile) ? readFileSync(seenFile, "utf8").split("\n").slice(0, -1) : []);
    const distinct = () => new Set(read()).size - 1;
    let kills = 0;
    // On a busy machine a life can be too short for one page: then the next ones are longer.
    for (let aliveMs = ALIVE_MS; distinct() < CHANGES; kills++) {
      const before = distinct();
      const follower = spawn(process.execPath, ["--conditions=source", FOLLOWER, service.url, seenFile, positionFile, String(LIMIT)], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: { ...process.env, KITH_API_KEY: key },
      });
      const ended = once(follower, "exit");
      await Promise.race([once(follower, "message"), ended]);
      await setTimeout(aliveMs);
      follower.kill("SIGKILL");
      await ended;
      if (distinct() === before) aliveMs += ALIVE_MS;
    }

    const { order, repeats, longest } = readLives(read(), expected);
    t.diagnostic(`killed ${kills} times; ${repeats} changes came again, at most ${longest} after one start`);
    assert.deepEqual(order, expected);
    assert.ok(kills > 1);
    assert.ok(longest <= LIMIT, `${longest} came again`);
  }),
);

/** What was seen for the first time, in order; and how much of what was known came again after each start. */
function readLives(lines: string[], expected: string[]) {
  const places = new Map(expected.map((id, at) => [id, at]));
  const order: string[] = [];
  let [repeats, longest, here] = [0, 0, 0];
  for (const line of lines) {
    if (line === "start") here = 0;
    else if ((places.get(line) ?? assert.fail(`${line} was never a change`)) < order.length) {
      repeats++;
      here++;
      longest = Math.max(longest, here);
    } else order.push(line);
  }
  return { order, repeats, longest };
}

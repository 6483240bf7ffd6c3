import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MAX_UPLOAD_BYTES } from "../../src/features/files/operations.ts";
import { download, upload } from "../give-file.ts";
import { sharedService, type Person } from "../service.ts";

const service = sharedService();
const AT_ONCE = 8;
// A request has 30 s, and a machine that runs other tests at the same time needs more for this.
const skip = process.env["FAULTS"] === "full" ? false : "only in full: npm run test:faults -- files";

test("eight uploads and downloads of 25 MiB at once hold only pieces of them in memory", { skip }, async (t) => {
  const people: Person[] = [];
  for (let at = 0; at < AT_ONCE; at++) people.push(await service().given.admin());
  // What nobody holds any more is not counted. Twice, because bytes are given back beside the program after a collection, and only the next
  // one waits for that: until then they would be counted.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held = () => {
    collect();
    collect();
    return process.memoryUsage().arrayBuffers / 1_048_576;
  };
  const before = held();
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, held() - before)), 250);
  try {
    const files = await Promise.all(people.map((person) => whenNotBusy(() => upload(service(), person, streamOf(MAX_UPLOAD_BYTES)))));
    assert.deepEqual(new Set(files.map(({ status }) => status)), new Set([201]));
    const ids = await Promise.all(files.map(async (one) => ((await one.json()) as { id: string }).id));
    const sizes = await Promise.all(
      people.map(async (person, at) => {
        const answer = await whenNotBusy(() => download(service(), person, ids[at] ?? ""));
        let size = 0;
        for await (const part of answer.body ?? []) size += part.length;
        return size;
      }),
    );
    assert.deepEqual(
      sizes,
      Array.from({ length: AT_ONCE }, () => MAX_UPLOAD_BYTES),
    );
  } finally {
    clearInterval(watching);
  }
  t.diagnostic(`${AT_ONCE} at once held at most ${Math.round(most)} MiB`);
  // Whole files would be 25 MiB each, and as much again in the test itself.
  assert.ok(most < AT_ONCE * 12 + 10, `${Math.round(most)} MiB`);
});

/** A busy machine answers 503, and asks to come again. */
async function whenNotBusy(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await answer.text();
    await setTimeout(500);
  }
}

/** A body of random bytes that is never in memory as a whole. */
function streamOf(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const part = randomBytes(Math.min(65_536, left));
      left -= part.length;
      controller.enqueue(part);
      if (left === 0) controller.close();
    },
  });
}

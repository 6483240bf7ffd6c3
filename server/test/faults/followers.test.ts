import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { appendEvents } from "../../src/features/events/index.ts";
import { showId } from "../../src/platform/ids.ts";
import { newId } from "../../src/platform/random.ts";
import { openPools } from "../../src/platform/postgres/pools.ts";
import { createDatabase } from "../../src/platform/postgres/transaction.ts";
import { openLive } from "../event-stream.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { sharedService, type Person } from "../service.ts";

const WRITES = Number(process.env["FOLLOWED_WRITES"] ?? 3_000);
const COMPANIES = 4;
const WRITERS = 16;
const TIMEOUT_MS = 30_000;

const service = sharedService();

test(
  `${WRITES} writes at full rate: the change feed and the live stream of each company hear every one, once`,
  { timeout: 1_800_000 },
  async (t) => {
    const people = await Promise.all(Array.from({ length: COMPANIES }, () => service().given.admin()));
    const followers = await Promise.all(people.map(startFollowing));
    const started = Date.now();
    const written = await writeAll(followers.map(({ companyId }) => companyId));
    t.diagnostic(`${Math.round(WRITES / ((Date.now() - started) / 1_000))} writes a second beside ${COMPANIES * 2} followers`);

    const end = Date.now() + TIMEOUT_MS;
    for (const { companyId, fed, heard } of followers) {
      const count = written.get(companyId)?.size ?? 0;
      while ((fed.length < count || heard() < count) && Date.now() < end) await setTimeout(50);
    }
    await setTimeout(1_000); // and nothing twice
    for (const follower of followers) {
      await follower.stop();
      const wanted = written.get(follower.companyId) ?? new Set();
      assert.equal(follower.fed.length, wanted.size, "once in the change feed");
      assert.deepEqual(new Set(follower.fed), wanted);
      assert.equal(follower.heard(), wanted.size, "once on the live stream");
    }
  },
);

/** Follows one company in both ways, from now on. */
async function startFollowing(person: Person) {
  const [company] = await service().database.query("select company_id from users where email = $1", [person.email]);
  const stream = await openLive(service().url, { cookie: person.cookie });
  await stream.ready();
  const fed: string[] = [];
  const state = { isOver: false };
  const feeding = (async () => {
    for (let after = ""; !state.isOver;) {
      const page = await person.call("records.changes", { limit: 500, ...(after ? { after } : {}) });
      fed.push(...page.items.map((one) => one.operation_id));
      after = page.position;
      if (!page.has_more) await setTimeout(50);
    }
  })();
  return {
    companyId: String(company?.["company_id"]),
    fed,
    /** A stream lists changes one by one, or counts them if there are many. */
    heard() {
      const records = stream
        .news()
        .flatMap(({ changes, crowds }) => [
          ...changes.filter((one) => one.subject.type === "rec").map(() => 1),
          ...crowds.filter((one) => one.subject_type === "rec").map(({ count }) => count),
        ]);
      return records.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      state.isOver = true;
      await feeding;
      await stream.close();
    },
  };
}

/** Each in a transaction that gets its number before it writes its event, like one that changed a record first. */
async function writeAll(companyIds: string[]): Promise<Map<string, Set<string>>> {
  const pools = openPools(service().database.url, TEST_SECRET, WRITERS, (error) => assert.fail(error));
  const database = createDatabase(pools.app);
  const written = new Map(companyIds.map((id) => [id, new Set<string>()]));
  let begun = 0;
  const write = async () => {
    while (begun < WRITES) {
      const companyId = companyIds[begun++ % companyIds.length] ?? "";
      const operationId = newId();
      const tx = database.begin(companyId, "write");
      await tx.query("select pg_current_xact_id()");
      await appendEvents(tx, [eventOf(companyId, operationId)]);
      await tx.commit();
      written.get(companyId)?.add(shown(operationId));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await pools.end();
  return written;
}

const shown = (operationId: string) => showId("op", operationId);

const eventOf = (companyId: string, operationId: string) => ({
  companyId,
  id: newId(),
  at: new Date(),
  type: "record.updated",
  subjectType: "rec",
  subjectId: newId(),
  actorUser: null,
  actorKey: null,
  via: "rest" as const,
  operation: "test",
  operationId,
  requestId: "test",
  data: { name: "Deal", type: "deal" },
  changes: null,
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { findBinaries, startPostgres, type Cluster } from "../../../scripts/postgres.ts";
import { recordId } from "../../src/features/records/operations.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { verifyLog } from "../../src/platform/log-seal/verify-log.ts";
import { rightsToRevoke } from "../../src/platform/postgres/narrow-rights.ts";
import { findFaults } from "../catalogue.ts";
import { openLive } from "../event-stream.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { inService, startService, TEST_ROLES, type Person, type Service, type TestDatabase } from "../service.ts";

const env = { OUTBOUND_ALLOW: "127.0.0.1" };
const newDeal = async (person: Person, name: string) => (await person.call("records.create", { type: "deal", values: { name } })).record.id;

/** Reads the change feed to its end. */
async function readFeed(person: Person, start?: string) {
  const seen: string[] = [];
  let position = start;
  for (let isMore = true; isMore;) {
    const page = await person.call("records.changes", { limit: 3, ...(position ? { after: position } : {}) });
    seen.push(...page.items.map((one) => one.record.id));
    position = page.position;
    isMore = page.has_more;
  }
  return { seen, position };
}

test(
  "dumped and restored into another cluster, the change feed continues from an old position and misses nothing",
  inService(
    async (service) => {
      const ada = await service.given.admin();
      using receiver = await startWebhookReceiver();
      await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
      const before: string[] = [];
      for (let at = 0; at < 5; at++) before.push(await newDeal(ada, `before ${at}`));
      const worker = await service.app.startWorker();
      await receiver.until(({ length }) => length === 5);
      await worker.stop();
      for (const statement of await rightsToRevoke(service.database.url)) await service.database.query(statement);
      // The old cluster's transaction numbers are far above those of a new one.
      await service.database.query("do $$ begin for i in 1..3000 loop perform pg_current_xact_id(); commit; end loop; end $$");
      const first = await readFeed(ada);
      assert.deepEqual(first.seen, before);
      const middle = await ada.call("records.changes", { limit: 2 });
      const stream = await openLive(service.url, { cookie: ada.cookie });
      await stream.ready();
      await stream.close();
      const unread: string[] = [];
      for (let at = 0; at < 5; at++) unread.push(await newDeal(ada, `unread ${at}`));

      service.clock.advance(3 * HOUR_MS);
      await service.app.sealLog();
      const other = await startPostgres();
      try {
        const moved = await startService({ database: await restore(service.database.superuserUrl, other), env });
        try {
          assert.deepEqual(await faultsIn(moved), [], "the restored schema keeps companies apart, and its roles have the rights they had");
          const { hours, damages } = await verifyLog(moved.database.url, TEST_SECRET);
          assert.ok(hours > 0 && damages.length === 0, "the restored log is as it was sealed");
          const again = await moved.signIn(ada.email);
          const after = [await newDeal(again, "after 0"), await newDeal(again, "after 1")];
          assert.deepEqual((await readFeed(again)).seen, [...before, ...unread, ...after], "from the beginning");
          assert.deepEqual((await readFeed(again, first.position)).seen, [...unread, ...after], "from the end of what was read");
          assert.deepEqual((await readFeed(again, middle.position)).seen, [...before.slice(2), ...unread, ...after], "from the middle");
          const movedWorker = await moved.app.startWorker();
          await receiver.until(({ length }) => length >= 12);
          await movedWorker.stop();
          const sent = receiver.received.map(({ message }) => message.data.id);
          assert.deepEqual(sent.slice(0, 5), before);
          assert.deepEqual(
            sent.slice(5).toSorted(),
            [...unread, ...after].toSorted(),
            "a webhook continues: nothing twice, nothing left out",
          );
          const asBefore = signedAsBefore(await stampOf(moved, before[1] ?? ""));
          assert.deepEqual(
            (await readFeed(again, asBefore)).seen,
            [...before.slice(2), ...unread, ...after],
            "from a position of version 0.1",
          );
          const back = await openLive(moved.url, { cookie: again.cookie }, stream.position());
          assert.equal((await back.hello()).is_resumed, false, "a page reads everything again: what it shows may be newer than the dump");
          await back.close();
        } finally {
          await moved.close();
        }
      } finally {
        await other.stop();
      }
    },
    { env },
  ),
);

test("an installation that was restored before events had numbers gets stamps above those it has", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kith-migrations-"));
  const all = join(import.meta.dirname, "../../migrations");
  for (const name of readdirSync(all).filter((one) => one < "0020")) cpSync(join(all, name), join(folder, name));
  const other = await startPostgres();
  const superuser = new Client({ connectionString: other.superuserUrl.replace(/\/[^/]*$/, "/kith") });
  try {
    await migrate(other.url, TEST_SECRET, folder);
    await superuser.connect();
    const insert = (stamp: string) =>
      superuser.query(
        `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data${stamp && ", written_in"})
         select id, gen_random_uuid(), now(), 'record.created', 'rec', id, 'rest', 'x', id, 'x', '{}'${stamp} from companies`,
      );
    await superuser.query("insert into companies (id, name, created_at) values (gen_random_uuid(), 'Moved', now())");
    await insert(", '5000000'::xid8");
    await migrate(other.url, TEST_SECRET);
    await insert("");
    const { rows } = await superuser.query<{ is_numbered: boolean; is_past: boolean }>(
      "select txid is not null as is_numbered, pg_visible_in_snapshot(txid, log_snapshot()) as is_past from events order by written_in",
    );
    assert.deepEqual(rows, [
      { is_numbered: false, is_past: null },
      { is_numbered: true, is_past: true },
    ]);
  } finally {
    await superuser.end();
    await other.stop();
    rmSync(folder, { recursive: true });
  }
});

async function faultsIn({ database }: Service): Promise<string[]> {
  const client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    return await findFaults(client);
  } finally {
    await client.end();
  }
}

interface Stamp {
  company: string;
  written_in: string;
  place: string;
}

async function stampOf({ database }: Service, record: string): Promise<Stamp> {
  const [row] = await database.query(
    "select company_id as company, written_in::text, place::text from events where subject_id = $1 and type = 'record.created'",
    [recordId.decode(record)],
  );
  return row as unknown as Stamp;
}

function signedAsBefore({ company, written_in, place }: Stamp): string {
  const body = Buffer.from(`${written_in} ${place}`).toString("base64url");
  const signature = createHmac("sha256", TEST_SECRET).update(`cursor\n${company}\nrecords.changes by place\n${body}`).digest();
  return `${body}.${signature.subarray(0, 16).toString("base64url")}`;
}

/** As an operator does it: roles, then the dump, then `migrate`. */
async function restore(fromUrl: string, { url, superuserUrl }: Cluster): Promise<TestDatabase> {
  const query = async (database: string, text: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: superuserUrl.replace(/\/[^/]*$/, `/${database}`) });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  for (const role of Object.values(TEST_ROLES)) await query("postgres", `create role ${role}`);
  const target = superuserUrl.replace(/\/[^/]*$/, "/kith");
  const dump = execFileSync(join(findBinaries(), "pg_dump"), [fromUrl], { encoding: "utf8", maxBuffer: 1e9 });
  execFileSync(join(findBinaries(), "psql"), ["-q", "-v", "ON_ERROR_STOP=1", target], {
    input: dump,
    stdio: ["pipe", "ignore", "inherit"],
  });
  await migrate(url, TEST_SECRET);
  return { url, superuserUrl: target, query: (text, values) => query("kith", text, values), drop: async () => undefined };
}

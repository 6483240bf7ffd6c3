import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { startPostgres, type Cluster } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { untilTaken } from "../inbox-items.ts";
import { connectMailbox, countOf, smallMail } from "../mail/connected-mailbox.ts";
import { until } from "../mail/mail-program.ts";
import { mailAddress, startMailServers } from "../mail/mail-servers.ts";
import { startService, type TestDatabase } from "../service.ts";
import { compareMailbox } from "./inbox-checker.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- inbox-database` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const MAILS = IS_FULL ? 5_000 : 300;
const CRASHES = IS_FULL ? 20 : 3;

/** A server of its own: it is made to crash, and other tests would notice. */
function databaseOf({ url, superuserUrl }: Cluster): TestDatabase {
  const target = superuserUrl.replace(/\/[^/]*$/, "/kith");
  const query = async (text: string, values: unknown[] = []) => {
    const client = new Client({ connectionString: target });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  return { url, superuserUrl: target, query, drop: async () => undefined };
}

/** One of its processes is killed. PostgreSQL then ends all others, reads its log again, and takes connections once more. */
async function crash({ query }: TestDatabase): Promise<void> {
  const [session] = await query(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1",
  );
  assert.ok(session, "somebody is connected");
  process.kill(Number(session["pid"]), "SIGKILL");
  await until("it is back", async () => (await query("select 1").catch(() => [])).length === 1, 60);
}

test(
  `${MAILS} mails are fetched and taken while PostgreSQL crashes ${CRASHES} times: every mail is one message, and none has failed`,
  { timeout: IS_FULL ? 1_800_000 : 300_000 },
  async (t) => {
    const cluster = await startPostgres();
    t.after(() => cluster.stop());
    await migrate(cluster.url, TEST_SECRET);
    const database = databaseOf(cluster);
    const service = await startService({ database, env: { OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "silent" } });
    t.after(() => service.close());
    const servers = await startMailServers({ users: 1 });
    t.after(() => servers.stop());
    const address = mailAddress(1);
    for (let n = 0; n < MAILS / 2; n++) await servers.deliver(address, smallMail(n));
    const mailbox = await connectMailbox(service, await service.given.admin(), servers, address);
    const workers = createWorkers(database.url, t, { NODE_EXTRA_CA_CERTS: servers.certificateFile, LOG_LEVEL: "fatal" });
    workers.start();
    await workers.ready();
    const delivering = (async () => {
      for (let n = MAILS / 2; n < MAILS; n++) await servers.deliver(address, smallMail(n));
    })();
    for (let crashes = 0; crashes < CRASHES; crashes++) {
      await setTimeout(randomInt(300, 2_000));
      await crash(database);
    }
    await delivering;
    await until("every mail is written down", async () => (await countOf(service, mailbox, "inbound_items")) >= MAILS, 120);
    await untilTaken(service, mailbox, 120);
    assert.deepEqual(await compareMailbox(service, servers, mailbox), { there: MAILS, lost: [], twice: [] });
    assert.equal(await countOf(service, mailbox, "inbound_items where state = 'failed'"), 0);
  },
);

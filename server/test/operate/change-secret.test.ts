import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createConsentSeals } from "../../src/features/leads/intake/shown-consent.ts";
import { createTokens } from "../../src/features/leads/spam/tokens.ts";
import { createLinkTokens } from "../../src/features/notifications/mail/link-token.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { verifyLog } from "../../src/platform/log-seal/verify-log.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { rolesOf } from "../../src/platform/postgres/roles.ts";
import { sealedPrefix } from "../../src/platform/vault.ts";
import { sealedColumns } from "../../src/reseal.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { cloneDatabase, PASSWORD, startService, type TestDatabase } from "../service.ts";

const NEW_SECRET = "a secret that comes after the one before it";
const MAIN = join(import.meta.dirname, "../../src/main.ts");
const OUTBOUND = { OUTBOUND_ALLOW: "127.0.0.1" };
const ALLOWED = { ...OUTBOUND, SIGN_IN_TRIES: "1000" };

const environment = (database: TestDatabase, secret: string, other?: string) => ({
  PATH: process.env["PATH"] ?? "",
  BASE_URL: "http://localhost",
  DATABASE_URL: database.url,
  KITH_SECRET: secret,
  ...(other === undefined ? {} : { KITH_SECRET_OTHER: other }),
});
const main = (env: Record<string, string>, ...words: string[]) =>
  execFileSync(process.execPath, ["--conditions=source", MAIN, ...words], { env, encoding: "utf8", stdio: "pipe" });

async function nodeOn(database: TestDatabase, secret: string, other?: string) {
  const env = { ...ALLOWED, KITH_SECRET: secret, ...(other === undefined ? {} : { KITH_SECRET_OTHER: other }) };
  const node = await startService({ database, env });
  return { ...node, [Symbol.asyncDispose]: () => node.app.close() };
}

test("the secret is changed node by node: nobody is refused, everything is read, and in the end nothing needs the old one", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  using receiver = await startWebhookReceiver();
  await using before = await nodeOn(database, TEST_SECRET);
  const ada = await before.given.admin();
  const { key } = await ada.key("program");
  await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created"], headers: { "x-own": "kept" } });
  for (const name of ["one", "two", "three"]) await ada.call("records.create", { type: "deal", values: { name } });
  const page = await ada.call("records.list", { type: "deal", limit: 1 });
  const position = (await ada.call("records.changes", { limit: 1 })).position;
  const works = (node: typeof before) => node.rest(key, "GET", "/records/deals?limit=1");

  // First every node learns the new value, and still makes everything with the old one.
  await using learned = await nodeOn(database, TEST_SECRET, NEW_SECRET);
  main(environment(database, NEW_SECRET, TEST_SECRET), "migrate");
  // A node of before that opens a new connection signs in with its own role, which is now a member of the new one.
  for (const node of [before, learned, await nodeOn(database, TEST_SECRET)]) {
    assert.equal((await works(node)).status, 200);
    assert.equal((await node.rest(key, "POST", "/records/deals", { values: { name: "four" } })).status, 201);
    if (node !== before && node !== learned) await node.app.close();
  }

  await using changed = await nodeOn(database, NEW_SECRET, TEST_SECRET);
  const list = (node: typeof before, cursor: string | null) => node.rest(key, "GET", `/records/deals?limit=1&cursor=${cursor ?? ""}`);
  const next = await list(changed, page.next_cursor);
  assert.equal(next.status, 200, "a cursor of the old secret");
  const { next_cursor: cursor } = (await next.json()) as { next_cursor: string };
  assert.equal((await list(learned, cursor)).status, 200, "a cursor of the new secret, on a node that has not changed yet");
  assert.equal((await list(before, cursor)).status, 400, "a node that has not learned it refuses it");
  assert.equal((await changed.rest(key, "GET", `/changes?after=${position}`)).status, 200);
  await changed.signIn(ada.email, PASSWORD);
  const worker = await changed.app.startWorker();
  await receiver.until(({ length }) => length >= 3);
  assert.equal(receiver.received[0]?.headers["x-own"], "kept", "opened with the old secret");

  before.clock.advance(3 * HOUR_MS);
  await before.app.sealLog();
  assert.match(main(environment(database, NEW_SECRET, TEST_SECRET), "verify-log"), /^1 sealed hours .* 0 damaged/m);
  const said = main(environment(database, NEW_SECRET, TEST_SECRET), "reseal");
  assert.match(said, /^webhooks\.secret: 1 sealed again$/m);
  assert.match(said, /^webhooks\.headers: 1 sealed again$/m);
  assert.match(said, /^event log: [1-9]\d* seals made again$/m);
  assert.match(main(environment(database, NEW_SECRET, TEST_SECRET), "reseal"), /^event log: 0 seals made again$/m, "again, nothing to do");
  await worker.stop();
  assert.deepEqual(await withPrefix(database, sealedPrefix(TEST_SECRET)), [], "in no column of any table");
  assert.ok((await withPrefix(database, sealedPrefix(NEW_SECRET))).length >= 2, "red control: the look finds what is sealed");

  await migrate(database.url, NEW_SECRET);
  const left = Object.values(rolesOf(TEST_SECRET));
  const { damages, hours } = await verifyLog(database.url, NEW_SECRET);
  assert.deepEqual([damages, hours > 0], [[], true], "the log is proved by the new secret alone");
  assert.ok((await verifyLog(database.url, TEST_SECRET)).damages.length > 0);
  const members = await database.query("select from pg_auth_members where member::regrole::text = any ($1)", [left]);
  assert.deepEqual(members, [], "the old roles have no rights any more");
  await using after = await nodeOn(database, NEW_SECRET);
  assert.equal((await works(after)).status, 200);
  const late = await after.app.startWorker();
  await after.rest(key, "POST", "/records/deals", { values: { name: "five" } });
  const seen = receiver.received.length;
  await receiver.until(({ length }) => length > seen);
  await late.stop();
  assert.equal(receiver.received.at(-1)?.headers["x-own"], "kept");
});

test("links in mails, tokens and consent texts of forms are read with either value, and with no third", () => {
  const now = new Date(1_800_000_000_000);
  const clock = { now: () => now };
  const link = { companyId: randomUUID(), userId: randomUUID(), kinds: ["key" as const] };
  const form = { public_id: "form", consent_text: "Yes", consent_version: 1 } as Parameters<
    ReturnType<typeof createConsentSeals>["seal"]
  >[0];
  const read = (...secrets: [string, string?]) => ({
    link: createLinkTokens(...secrets).read(createLinkTokens(TEST_SECRET).make(link, now), now),
    token: createTokens(secrets[0], clock, secrets[1]).check("form", createTokens(TEST_SECRET, clock).issue("form", 0), "").state,
    consent: createConsentSeals(...secrets).open("form", createConsentSeals(TEST_SECRET).seal(form) ?? ""),
  });
  const whole = { link, token: "valid", consent: { text: "Yes", version: 1 } };
  assert.deepEqual([read(TEST_SECRET), read(TEST_SECRET, NEW_SECRET), read(NEW_SECRET, TEST_SECRET)], [whole, whole, whole]);
  assert.deepEqual(read(NEW_SECRET), { link: undefined, token: "forged", consent: undefined });
});

test("reseal leaves a damaged log as it is and says whose", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  await using node = await nodeOn(database, TEST_SECRET);
  const ada = await node.given.admin();
  await ada.call("records.create", { type: "deal", values: { name: "one" } });
  node.clock.advance(3 * HOUR_MS);
  await node.app.sealLog();
  await migrate(database.url, NEW_SECRET, undefined, TEST_SECRET);
  await database.query("update events set data = '{}' where type = 'record.created'");
  const [seal] = await database.query("select seal from event_seals limit 1");
  const run = promisify(execFile)(process.execPath, ["--conditions=source", MAIN, "reseal"], {
    env: environment(database, NEW_SECRET, TEST_SECRET),
  });
  await assert.rejects(
    run,
    (error: { code: number; stdout: string }) => error.code === 1 && /is damaged and keeps its seals/.test(error.stdout),
  );
  assert.deepEqual((await database.query("select seal from event_seals limit 1"))[0], seal);
});

test("reseal without the other value says what to set", () => {
  const env = { ...environment({ url: "postgres://kith@127.0.0.1:1/kith" } as TestDatabase, NEW_SECRET) };
  assert.throws(() => main(env, "reseal"), /Set KITH_SECRET to the new value and KITH_SECRET_OTHER to the old one/);
});

test("every column that a feature names is one that can be sealed", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const rows = await database.query(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and table_name || '.' || column_name = any ($1)`,
    [sealedColumns],
  );
  assert.deepEqual(new Set(rows.map(({ place }) => place)), new Set(sealedColumns));
});

/** Every place in the database that begins with these bytes. */
async function withPrefix(database: TestDatabase, prefix: Buffer): Promise<string[]> {
  const columns = await database.query(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bytea'::regtype`,
  );
  const found: string[] = [];
  for (const { table, column } of columns as { table: string; column: string }[]) {
    const rows = await database.query(`select from "${table}" where substring("${column}" for 5) = $1 limit 1`, [prefix]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { verifyLog } from "../../src/platform/log-seal/verify-log.ts";
import { inService, type Service } from "../service.ts";
import { NOW } from "../moments.ts";

// Hours before this one in which every company here has three events.
const HOURS = [9, 7, 6, 4];

/** Hours are counted from here: the next one may begin in the middle of a test. */
const THIS_HOUR = hourOf(NOW);
const inHour = (ago: number, minute = 0) => `timestamptz '${new Date((THIS_HOUR - ago) * HOUR_MS + minute * MINUTE_MS).toISOString()}'`;
const idRange = (ago: number) => `id >= uuid_at(${inHour(ago)}) and id < uuid_at(${inHour(ago - 1)})`;
const copyTo = (moment: string) =>
  `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', uuid_at(${moment})))).* from events e
   where company_id = $1 and type = 'company.created' order by id desc limit 1`;

/** What somebody with all rights over the database does to a company's log, and what the check says of it. */
const DAMAGE: Record<string, { sql: string[]; findings: string[] }> = {
  nothing: { sql: [], findings: [] },
  "a changed value": {
    sql: [`update events set data = data || '{"name": "Other"}' where company_id = $1 and id = uuid_at(${inHour(7, 20)})`],
    findings: ["7 events changed"],
  },
  "another author": {
    sql: [`update events set actor_user = gen_random_uuid() where company_id = $1 and ${idRange(6)}`],
    findings: ["6 events changed"],
  },
  "a moment later": {
    sql: [`update events set at = at + interval '1 microsecond' where company_id = $1 and id = uuid_at(${inHour(9)})`],
    findings: ["9 events changed"],
  },
  "a removed event": {
    sql: [`delete from events where company_id = $1 and id = uuid_at(${inHour(7, 20)})`],
    findings: ["7 1 of 3 events removed"],
  },
  "a removed hour": { sql: [`delete from events where company_id = $1 and ${idRange(6)}`], findings: ["6 all 3 events removed"] },
  "an added event": { sql: [copyTo(inHour(7, 30))], findings: ["7 1 added after the hour was closed"] },
  "an added event where none was": { sql: [copyTo(inHour(8, 30))], findings: ["8 1 added after the hour was closed"] },
  "an added event before all": { sql: [copyTo(inHour(30))], findings: ["30 1 added after the hour was closed"] },
  "an exchanged event": {
    sql: [`delete from events where company_id = $1 and id = uuid_at(${inHour(7, 20)})`, copyTo(inHour(7, 30))],
    findings: ["7 events replaced by others"],
  },
  "a removed seal": {
    sql: [`delete from event_seals where company_id = $1 and hour = ${inHour(7)}`],
    findings: ["6 seals before this one are missing: 1", "7 3 added after the hour was closed"],
  },
  "a removed beginning": {
    sql: [
      `delete from event_seals where company_id = $1 and hour = ${inHour(9)}`,
      `delete from events where company_id = $1 and ${idRange(9)}`,
    ],
    findings: ["7 seals before this one are missing: 1"],
  },
  "a changed event with a seal to match": {
    sql: [
      `update events set data = '{}' where company_id = $1 and id = uuid_at(${inHour(7, 20)})`,
      `update event_seals set digest = (select sha256(string_agg(sha256(convert_to(event_text(e), 'UTF8')), '' order by e.id)) from events e
        where company_id = $1 and ${idRange(7)}) where company_id = $1 and hour = ${inHour(7)}`,
    ],
    findings: ["7 the seal itself was changed, or made with another secret"],
  },
  "a changed seal that is followed by others": {
    sql: [`update event_seals set seal = sha256('x') where company_id = $1 and hour = ${inHour(7)}`],
    findings: ["7 the seal itself was changed, or made with another secret", "6 the seal itself was changed, or made with another secret"],
  },
};

test(
  "whatever is done to a sealed log is found, with its company, its hour and what was done",
  inService(async (service) => {
    const companies = new Map<string, string>();
    for (const what of Object.keys(DAMAGE)) companies.set(await companyWithPast(service), what);
    await service.app.sealLog();
    assert.deepEqual(await damages(service), new Map(), "an untouched log");
    await service.app.sealLog();
    for (const [company, what] of companies) for (const sql of DAMAGE[what]?.sql ?? []) await service.database.query(sql, [company]);

    const found = await damages(service);
    for (const [company, what] of companies) assert.deepEqual((found.get(company) ?? []).sort(), DAMAGE[what]?.findings.toSorted(), what);

    const first = [...companies.keys()][0] ?? "";
    const damaged = [...companies].find(([, what]) => what === "a removed event")?.[0] ?? "";
    const { status, stdout } = command(service, damaged);
    assert.equal(status, 1);
    assert.match(
      stdout,
      new RegExp(
        `^${damaged} \\S+:00:00.000Z 1 of 3 events removed\\nlast seal: 4 .* [0-9a-f]{64}\\n4 sealed hours of 1 companies compared, 1 damaged\\n$`,
      ),
    );
    assert.equal(command(service, first).status, 0);
    assert.match(command(service, "nonsense").stderr, /not the id of a company/);
  }),
);

test(
  "an hour is sealed when it is closed, once, and goes on from there; the application reaches no seal",
  inService(async (service) => {
    const company = await companyWithPast(service);
    const numbers = async () =>
      (await service.database.query("select number::int, events from event_seals where company_id = $1 order by hour", [company])).map(
        (row) => row["events"],
      );
    await service.app.sealLog();
    await service.app.sealLog();
    assert.deepEqual(await numbers(), [3, 3, 3, 3], "not the hour in which the company signed up");
    service.clock.advance(3 * HOUR_MS);
    await service.app.sealLog();
    assert.equal((await numbers()).length, 5);
    assert.deepEqual(await damages(service), new Map());
    const [rights] = await service.database.query(
      "select has_table_privilege('kith_app', 'event_seals', 'select, insert, update, delete') or has_table_privilege('kith_identity', 'event_seals', 'select') as any",
    );
    assert.deepEqual(rights, { any: false });
  }),
);

test(
  "months that expired are no damage, and their seals go, except the one that the rest hangs on",
  inService(async (service) => {
    const company = await companyWithPast(service);
    for (const days of [480, 470, 465]) await service.database.query(copyTo(`now() - interval '${days} days'`), [company]);
    for (let runs = 0; runs < 5; runs++) await service.app.sealLog();
    await service.database.query("delete from events where company_id = $1 and id < uuid_at(now() - interval '401 days')", [company]);
    assert.deepEqual(await damages(service), new Map());
    await service.app.housekeep();
    const seals = await service.database.query("select number::int from event_seals where company_id = $1 order by 1", [company]);
    assert.deepEqual(
      seals.map((row) => row["number"]),
      [3, 4, 5, 6, 7],
    );
    assert.deepEqual(await damages(service), new Map());
  }),
);

test(
  "a metric says until when every company's log is sealed, so that a backlog is seen",
  inService(async (service) => {
    const company = await companyWithPast(service);
    await service.database.query(copyTo(inHour(120)), [company]);
    await companyWithPast(service);
    const sealedHour = async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      const until = Number(/^kith_log_sealed_until_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
      return until === 0 ? "never" : hourOf(new Date(until * 1_000));
    };
    assert.equal(await sealedHour(), "never");
    await service.app.sealLog();
    assert.equal(await sealedHour(), THIS_HOUR - 9, "a run seals two days of a company with events");
    const before = hourOf(service.clock.now());
    await service.app.sealLog();
    const sealed = Number(await sealedHour());
    assert.ok(sealed >= before - 1 && sealed <= hourOf(service.clock.now()) - 1, "up to the hour that may still be written to");
  }),
);

function hourOf(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS);
}

async function companyWithPast(service: Service): Promise<string> {
  const { email } = await service.given.admin();
  const [row] = await service.database.query("select company_id as id from users where email = $1", [email]);
  const company = String(row?.["id"]);
  for (const ago of HOURS) for (const minute of [0, 20, 59]) await service.database.query(copyTo(inHour(ago, minute)), [company]);
  return company;
}

/** By company: how many hours ago, and what. */
async function damages({ database }: Service): Promise<Map<string, string[]>> {
  const { damages: found } = await verifyLog(database.url, TEST_SECRET);
  const findings = new Map<string, string[]>();
  for (const { company, hour, what } of found)
    findings.set(company, [...(findings.get(company) ?? []), `${THIS_HOUR - hourOf(hour)} ${what}`]);
  return findings;
}

function command({ database }: Service, company: string) {
  const env = { PATH: process.env["PATH"], BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET, DATABASE_URL: database.url };
  const main = join(import.meta.dirname, "../../src/main.ts");
  return spawnSync(process.execPath, ["--conditions=source", main, "verify-log", company], { env, encoding: "utf8" });
}

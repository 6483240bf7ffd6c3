import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startNameServer } from "../outbound/name-server.ts";
import { inService, type Person, type Service } from "../service.ts";

// Each company saves three addresses at once whose names nobody answers for, with an Idempotency-Key: nine calls for every connection that
// there is, and each takes as long as a look-up may take.

const COMPANIES = 12;
const CONNECTIONS = 10;
const MAX_IDLE_MS = 100;
const LOOK_EVERY_MS = 10;
/** What a node waits for a connection before it answers 503 (platform/postgres/pools.ts). */
const CONNECT_MS = 2_000;

interface Saving {
  admin: Person;
  /** Made before, at an address that answers. */
  webhook: string;
}

const LANES: ((saving: Saving, url: string) => [name: string, input: object])[] = [
  (_, url) => ["webhooks.create", { url }],
  ({ webhook }, url) => ["webhooks.save", { id: webhook, url }],
  (_, url) => ["leadSending.createDestination", { name: url, kind: "http", url }],
];

/** The longest time that a connection of the service was idle in a transaction, looked at until it is over. */
async function longestIdle({ database }: Service, over: AbortSignal): Promise<number> {
  let longest = 0;
  while (!over.aborted) {
    const [row] = await database.query(
      `select coalesce(extract(epoch from max(clock_timestamp() - state_change)) * 1000, 0)::float as ms from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    longest = Math.max(longest, Number(row?.["ms"]));
    await setTimeout(LOOK_EVERY_MS);
  }
  return longest;
}

/** What another company is answered meanwhile: every status, and the longest time. */
async function callAsVictim({ url }: Service, { cookie }: Person, over: AbortSignal) {
  const met = { statuses: new Map<number, number>(), longestMs: 0 };
  while (!over.aborted) {
    const started = performance.now();
    const body = JSON.stringify({ type: "deal", values: { name: "A deal of the victim" } });
    const answer = await fetch(`${url}/app/call/records.create`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body,
    });
    await answer.arrayBuffer();
    met.statuses.set(answer.status, (met.statuses.get(answer.status) ?? 0) + 1);
    met.longestMs = Math.max(met.longestMs, performance.now() - started);
  }
  return met;
}

test(`${COMPANIES} companies save three slow names each at once: another company gets no 503, and no transaction waits for a name`, async (t) => {
  const slow = Array.from({ length: COMPANIES * LANES.length }, (_, at) => `slow-${at}.example.com`);
  using names = await startNameServer({
    "hooks.example.com": ["93.184.215.14"],
    ...Object.fromEntries(slow.map((name) => [name, "silent" as const])),
  });
  const run = inService(
    async (service) => {
      const savings: Saving[] = [];
      for (let at = 0; at < COMPANIES; at++) {
        const admin = await service.given.admin();
        const { webhook } = await admin.call("webhooks.create", { url: "https://hooks.example.com/kith" });
        savings.push({ admin, webhook: webhook.id });
      }
      const victim = await service.given.admin();
      await victim.call("records.create", { type: "deal", values: { name: "The first one" } });
      const over = new AbortController();
      const [idle, met] = [longestIdle(service, over.signal), callAsVictim(service, victim, over.signal)];
      const started = performance.now();
      const answers = await Promise.all(
        slow.map((host, at) => {
          const saving = savings[at % COMPANIES];
          const lane = LANES[Math.floor(at / COMPANIES)];
          if (!saving || !lane) throw new Error("there is a company and a lane for each name");
          const [name, input] = lane(saving, `https://${host}/kith`);
          return saving.admin.post(name, input, { "idempotency-key": `slow ${at}` });
        }),
      );
      const ms = performance.now() - started;
      over.abort();
      const { statuses, longestMs } = await met;
      const idleMs = await idle;
      t.diagnostic(
        `${slow.length} slow names in ${Math.round(ms)} ms, answered ${[...new Set(answers.map(({ status }) => status))].join(", ")}; the victim's calls: ` +
          `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}, at most ${Math.round(longestMs)} ms; ` +
          `idle in a transaction for at most ${Math.round(idleMs)} ms`,
      );
      assert.ok(ms > CONNECT_MS, `the names were slow: ${Math.round(ms)} ms`);
      assert.deepEqual([...statuses.keys()], [200]);
      assert.ok(idleMs <= MAX_IDLE_MS, `idle in a transaction for ${Math.round(idleMs)} ms`);
    },
    { env: { OUTBOUND_DNS: names.server, DATABASE_CONNECTIONS: String(CONNECTIONS) }, connectMs: CONNECT_MS },
  );
  await run(t);
});

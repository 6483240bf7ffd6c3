import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { deliveryId } from "../../src/features/lead-sending/ids.ts";
import { recordId } from "../../src/features/records/operations.ts";
import { httpDestination, sendTo } from "../lead-sending.ts";
import { startWebhookReceiver, type Received } from "../outbound/webhook-receiver.ts";
import { inService, type Person, type Service } from "../service.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- lead-sending` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const LEADS = IS_FULL ? 1_000 : 40;
const KILL_EVERY_MS = 250;
const KILL_FOR_MS = IS_FULL ? 240_000 : 10_000;
const AT_ONCE = 20;

interface Hop {
  id: string;
  lead_id: string;
  destination_id: string;
  state: string;
  attempts: { error: string | null }[];
  reserved_at: Date;
  finished_at: Date | null;
  is_open: boolean;
}

/** A receiver that remembers keys. Of new ones it refuses some, and one in five it takes without ever answering. */
function rememberingReceiver() {
  const accepted = new Map<string, Received>();
  const refused = new Set<string>();
  let [seen, silent] = [0, 0];
  return {
    accepted,
    get silent() {
      return silent;
    },
    answer(one: Received, response: ServerResponse) {
      const key = one.headers["idempotency-key"] ?? "";
      if (accepted.has(key)) return void response.writeHead(200).end("taken before");
      if (refused.has(key) || seen++ % 3 === 1) {
        refused.add(key);
        return void response.writeHead(409).end("no");
      }
      accepted.set(key, one);
      if (seen % 5 !== 0) return void response.writeHead(200).end("taken");
      silent++;
    },
  };
}

const hopsOf = async ({ database }: Service) =>
  (await database.query(
    `select id, lead_id, destination_id, state, attempts, reserved_at, finished_at, state = 'sending' or next_at is not null as is_open
     from lead_deliveries order by id`,
  )) as unknown as Hop[];

async function sendLeads(service: Service, key: string): Promise<void> {
  const numbers = Array.from({ length: LEADS }, (_, at) => at);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = numbers.shift(); at !== undefined; at = numbers.shift()) {
        const values = { name: `Lead ${at}`, email: `lead-${at}@fernhill.example` };
        let response = await service.rest(key, "POST", "/leads", { values });
        // A machine that is busy with the workers may have no time for a moment.
        while (response.status === 503) {
          await setTimeout(500);
          response = await service.rest(key, "POST", "/leads", { values });
        }
        assert.equal(response.status, 202, await response.clone().text());
      }
    }),
  );
}

/** Kills a worker every 250 ms until everything is sent, or for a while. */
async function killWorkers(service: Service, workers: ReturnType<typeof createWorkers>): Promise<number> {
  let kills = 0;
  for (const end = Date.now() + KILL_FOR_MS; Date.now() < end && !(await isOver(service));) {
    await setTimeout(KILL_EVERY_MS);
    if (!(await workers.killOldest())) continue;
    workers.start();
    kills++;
  }
  return kills;
}

async function isOver({ database }: Service): Promise<boolean> {
  const [row] = await database.query(
    `select (select count(*) from lead_submissions where state <> 'taken')::int as waiting,
       (select count(*) from lead_deliveries where state = 'sending' or next_at is not null)::int as open,
       (select count(distinct lead_id) from lead_deliveries)::int as leads`,
  );
  return row?.["waiting"] === 0 && row["open"] === 0 && Number(row["leads"]) >= LEADS;
}

const codeOf = async (eve: Person) => (await eve.call("leadSending.createCode", { name: "Ada" })).code;

test(
  `${LEADS} leads, a worker is killed every ${KILL_EVERY_MS} ms, and a receiver takes one in five without an answer: nobody gets a lead under two keys`,
  { timeout: 900_000 },
  inService(
    async (service, t) => {
      const [first, second] = [rememberingReceiver(), rememberingReceiver()];
      using receiver = await startWebhookReceiver((one, response) => (one.path === "/a" ? first : second).answer(one, response));
      const [ada, eve] = [await service.given.admin(), await service.given.admin("Eve")];
      const at = (path: string) => receiver.url.replace("/hook", path);
      const a = await httpDestination(ada, at("/a"), { timeout_seconds: 1 });
      const b = await httpDestination(ada, at("/b"), { timeout_seconds: 1 });
      const c = await ada.call("leadSending.createDestination", { name: "Eve", kind: "company", code: await codeOf(eve) });
      await sendTo(ada, a.id, b.id, c.destination.id);
      const workers = createWorkers(service.database.url, t);
      for (let count = 0; count < 3; count++) workers.start();
      await workers.ready();
      const { key } = await ada.key();
      const [kills] = await Promise.all([killWorkers(service, workers), sendLeads(service, key)]);
      for (const end = Date.now() + 300_000; !(await isOver(service));) {
        assert.ok(Date.now() < end, "everything is sent once the killing is over");
        await setTimeout(200);
      }
      const hops = await hopsOf(service);
      const died = hops.filter(({ attempts }) => attempts.some(({ error }) => error === "died"));
      const states = Object.entries(Object.groupBy(hops, ({ state }) => state)).map(([state, all]) => `${state} ${all?.length}`);
      t.diagnostic(
        `${kills} kills, ${hops.length} deliveries (${states.join(", ")}), ${died.length} cut by a kill, ${receiver.received.length} requests, ${first.silent + second.silent} taken without an answer`,
      );
      assert.ok(kills > 0);
      assert.ok(first.silent > 0);
      checkKeys(receiver.received, hops, new Map([["/a", a.id], ["/b", b.id]])); // prettier-ignore
      checkOutcomes(hops, new Map([...first.accepted, ...second.accepted]), c.destination.id);
      checkOrder(hops, [a.id, b.id, c.destination.id]);
      await checkArrivals(service, hops, c.destination.id);
      const shown = await countShown(ada, "unknown");
      assert.equal(shown, hops.filter(({ state }) => state === "unknown").length, "every unknown is shown");
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

/** Every request has the key of one delivery, and a destination sees one key for a lead. */
function checkKeys(received: Received[], hops: Hop[], destinations: Map<string, string>): void {
  const byId = new Map(hops.map((hop) => [deliveryId.encode(hop.id), hop]));
  const keys = new Map<string, Set<string>>();
  for (const { path, headers, body } of received) {
    const key = headers["idempotency-key"] ?? "";
    const hop = byId.get(key);
    const { lead_id: lead } = JSON.parse(body) as { lead_id: string };
    assert.ok(hop, "no request without the key of a delivery");
    assert.equal(recordId.encode(hop.lead_id), lead);
    assert.ok(destinations.get(path)?.endsWith(showDestination(hop.destination_id)));
    const own = keys.get(`${path} ${lead}`) ?? new Set();
    keys.set(`${path} ${lead}`, own.add(key));
  }
  for (const [where, own] of keys) assert.equal(own.size, 1, where);
}

const showDestination = (id: string) => recordId.encode(id).slice("rec_".length);

/** What we call accepted was taken. What was taken is accepted, or it is shown that nobody knows. */
function checkOutcomes(hops: Hop[], taken: Map<string, Received>, company: string): void {
  for (const hop of hops) {
    if (company.endsWith(showDestination(hop.destination_id))) continue;
    const wasTaken = taken.has(deliveryId.encode(hop.id));
    if (hop.state === "accepted") assert.ok(wasTaken);
    if (wasTaken) assert.ok(["accepted", "timeout", "unknown"].includes(hop.state), hop.state);
  }
}

/** Each lead goes down the rules in their order, and to the next only when the one before is over. */
function checkOrder(hops: Hop[], order: string[]): void {
  for (const own of Map.groupBy(hops, (hop) => hop.lead_id).values()) {
    const path = own.map((hop) => order.findIndex((id) => id.endsWith(showDestination(hop.destination_id))));
    assert.deepEqual(path, [0, 1, 2].slice(0, path.length));
    for (const [at, hop] of own.entries()) {
      const next = own[at + 1];
      if (next) assert.ok(hop.finished_at && hop.finished_at <= next.reserved_at && hop.state !== "accepted");
    }
  }
}

/** In the other company there is exactly one lead for each delivery that was accepted. */
async function checkArrivals({ database }: Service, hops: Hop[], company: string): Promise<void> {
  const sent = hops.filter((hop) => company.endsWith(showDestination(hop.destination_id)));
  const rows = await database.query(
    `select s.dedupe_key as key, count(*)::int as submissions, count(distinct s.lead_id)::int as leads from lead_submissions s
     where s.dedupe_key like 'hop\\_%' group by 1`,
  );
  const arrived = new Map(rows.map((row) => [String(row["key"]), [row["submissions"], row["leads"]]]));
  for (const hop of sent) {
    const own = arrived.get(deliveryId.encode(hop.id));
    if (hop.state === "accepted") assert.deepEqual(own, [1, 1]);
    else if (own) assert.deepEqual([hop.state, own], ["unknown", [1, 1]]);
  }
  const [leads] = await database.query(
    "select count(*)::int as count from records where company_id in (select company_id from lead_arrivals)",
  );
  assert.ok(sent.length > 0);
  assert.equal(leads?.["count"], arrived.size);
}

async function countShown(ada: Person, state: "unknown"): Promise<number> {
  let [count, cursor]: [number, string | null | undefined] = [0, undefined];
  do {
    const page: { items: unknown[]; next_cursor: string | null } = await ada.call("leadSending.listDeliveries", {
      state,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    count += page.items.length;
    cursor = page.next_cursor;
  } while (cursor);
  return count;
}

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { makeCertificate } from "../outbound/receiver.ts";
import { letLeave, mailChannel } from "../messages.ts";
import { inService, type Service } from "../service.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- inbox-sending` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const MAILS = IS_FULL ? 3_000 : 100;
const KILLS = IS_FULL ? 20 : 4;
const UNDONE = IS_FULL ? 1_000 : 100;
const AT_ONCE = 10;
const SLOW_MS = 150;
const KILL_EVERY_MS = 700;

/** Takes every mail, slowly, and counts how often it took each Message-ID. */
async function startReceiver(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "kith-smtp-"));
  const { key, cert } = makeCertificate(["127.0.0.1"]);
  writeFileSync(join(folder, "cert.pem"), cert);
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    secure: true,
    key,
    cert,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "" }),
    onData(stream, _session, done) {
      void text(stream).then(async (raw) => {
        const id = /^message-id: <([^>]+)>/im.exec(raw)?.[1] ?? "none";
        await setTimeout(SLOW_MS / 2);
        taken.set(id, (taken.get(id) ?? 0) + 1);
        await setTimeout(SLOW_MS / 2);
        done();
      });
    },
  });
  server.on("error", () => undefined); // the connections of killed workers
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const before = process.env["NODE_EXTRA_CA_CERTS"];
  process.env["NODE_EXTRA_CA_CERTS"] = join(folder, "cert.pem");
  t.after(async () => {
    process.env["NODE_EXTRA_CA_CERTS"] = before ?? "";
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(folder, { recursive: true, force: true });
  });
  return { taken, port: (server.server.address() as AddressInfo).port };
}

async function writeMany(service: Service, key: string, channel: string, count: number, name: string): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = numbers.shift(); at !== undefined; at = numbers.shift()) {
        const body = { channel, to: [`${name}-${at}@example.org`], subject: `Mail ${at}`, text: "Hello", purpose: "personal" };
        const response = await service.rest(key, "POST", "/messages", body);
        assert.equal(response.status, 202, await response.clone().text());
        ids.push(((await response.json()) as { id: string }).id);
      }
    }),
  );
  return ids;
}

const statesOf = async ({ database }: Service) =>
  (await database.query("select state, rfc_id from messages where direction = 'out'")) as { state: string; rfc_id: string }[];

const isOver = async (service: Service) => (await statesOf(service)).every(({ state }) => state !== "queued" && state !== "sending");

test(
  `${MAILS} mails, ${KILLS} workers killed: every one that is called sent arrived once, every unknown at most once, none twice`,
  { timeout: 900_000 },
  inService(
    async (service, t) => {
      const receiver = await startReceiver(t);
      const ada = await service.given.admin();
      const channel = await mailChannel(service, ada, { outgoing: { host: "127.0.0.1", port: receiver.port, security: "tls" } });
      const { key } = await ada.key();
      await writeMany(service, key, channel, MAILS, "person");
      const workers = createWorkers(service.database.url, t);
      workers.start();
      workers.start();
      await workers.ready();
      await letLeave(service);
      let kills = 0;
      while (kills < KILLS && !(await isOver(service))) {
        await setTimeout(KILL_EVERY_MS);
        if (!(await workers.killOldest())) continue;
        workers.start();
        kills++;
      }
      for (const end = Date.now() + 600_000; !(await isOver(service)); await setTimeout(200))
        assert.ok(Date.now() < end, "everything is over");
      const rows = await statesOf(service);
      const counts = Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, all]) => `${state} ${all?.length}`);
      const leftUnknown = rows.filter(({ state, rfc_id: id }) => state === "unknown" && receiver.taken.has(id)).length;
      t.diagnostic(`${kills} kills, ${counts.join(", ")}; of the unknown ${leftUnknown} had left; ${receiver.taken.size} arrived`);
      assert.equal(rows.length, MAILS);
      assert.equal(kills, KILLS);
      for (const { state, rfc_id: id } of rows) {
        const times = receiver.taken.get(id) ?? 0;
        if (state === "sent") assert.equal(times, 1, `${id} is called sent and arrived ${times} times`);
        else assert.ok(state === "unknown" && times <= 1, `${id} is ${state} and arrived ${times} times`);
      }
      assert.equal([...receiver.taken.values()].filter((times) => times > 1).length, 0);
      const unknown = rows.filter(({ state }) => state === "unknown").length;
      assert.ok(unknown > 0, "the kills hit what was on its way");
      const [events] = await service.database.query("select count(*)::int as count from events where type = 'message.unknown'");
      assert.equal(events?.["count"], unknown, "each is told once");
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

test(
  `undo: of ${UNDONE} messages that were cancelled while workers look for them, 0 leave`,
  { timeout: 600_000 },
  inService(
    async (service, t) => {
      const receiver = await startReceiver(t);
      const ada = await service.given.admin();
      const channel = await mailChannel(service, ada, { outgoing: { host: "127.0.0.1", port: receiver.port, security: "tls" } });
      const { key } = await ada.key();
      const ids = await writeMany(service, key, channel, UNDONE, "undone");
      const workers = createWorkers(service.database.url, t);
      workers.start();
      await workers.ready();
      // Their time comes at the very moment in which they are cancelled: a worker and the person race for each of them.
      const outcomes = new Map<string, number>();
      const left = [...ids];
      await Promise.all([
        letLeave(service),
        ...Array.from({ length: AT_ONCE }, async () => {
          for (let id = left.shift(); id !== undefined; id = left.shift())
            outcomes.set(id, (await service.rest(key, "DELETE", `/messages/${id}`)).status);
        }),
      ]);
      for (const end = Date.now() + 120_000; !(await isOver(service)); await setTimeout(200))
        assert.ok(Date.now() < end, "everything is over");
      const rows = await statesOf(service);
      const cancelled = rows.filter(({ state }) => state === "cancelled");
      t.diagnostic(`${cancelled.length} cancelled, ${rows.length - cancelled.length} were too late, ${receiver.taken.size} arrived`);
      assert.equal(cancelled.length, [...outcomes.values()].filter((status) => status === 204).length);
      assert.ok(cancelled.length > 0);
      assert.deepEqual(
        cancelled.filter(({ rfc_id: id }) => receiver.taken.has(id)),
        [],
      );
    },
    { env: { OUTBOUND_ALLOW: "127.0.0.1" } },
  ),
);

import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { memberId } from "../../src/features/members/operations.ts";
import { day } from "../moments.ts";
import { inService, type Service } from "../service.ts";
import { companyOf } from "../website-leads.ts";
import { createWorkers } from "./workers.ts";

// Small in the normal suite; `npm run test:faults -- reminders` runs the full size.
const IS_FULL = process.env["FAULTS"] === "full";
const COMPANIES = IS_FULL ? 20 : 2;
const PEOPLE = IS_FULL ? 500 : 60;
const REMINDERS = COMPANIES * PEOPLE;
const KILLS = IS_FULL ? 20 : 4;
const KILL_EVERY_MS = IS_FULL ? 1_500 : 500;
const SLOTS = 10;
const SLOW_MS = 30;

/** Takes every mail, slowly, and remembers the Message-IDs that each address got. */
async function startReceiver(t: Pick<TestContext, "after">) {
  const taken = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        const id = /^message-id: <([^>]+)>/im.exec(raw)?.[1] ?? "none";
        const [to] = session.envelope.rcptTo;
        await setTimeout(SLOW_MS / 2);
        taken.set(to?.address ?? "", [...(taken.get(to?.address ?? "") ?? []), id]);
        await setTimeout(SLOW_MS / 2);
        done();
      });
    },
  });
  server.on("error", () => undefined); // the connections of killed workers
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { taken, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** A company in which each member has a task that was due this morning, was not told yet, and is to be mailed. */
async function giveReminders(service: Service, at: number): Promise<void> {
  const ada = await service.given.admin();
  const company = await companyOf(service, ada);
  const members = await service.database.query(
    `insert into users (company_id, id, email, name, role, password_hash, created_at, email_verified_at)
     select $1, gen_random_uuid(), 'm' || n || '@c' || $2 || '.example', 'Member', 'member', 'none', now(), now() from generate_series(1, $3) as n
     returning id`,
    [company, at, PEOPLE],
  );
  await service.database.query(
    `insert into notification_choices (company_id, user_id, kind, by_mail, updated_at)
     select company_id, id, kind, case kind when 'due' then 'now' else 'off' end, now() from users, unnest(array['due', 'assignment']) as kind
     where company_id = $1`,
    [company],
  );
  const items = members.map(({ id }) => ({ values: { name: "Call", due: day(-1), owner: memberId.encode(String(id)) } }));
  for (let from = 0; from < items.length; from += 500)
    await ada.call("records.batch", { type: "task", items: items.slice(from, from + 500) });
  await service.database.query(
    `insert into notification_rounds (company_id, told_until, next_at) values ($1, now() - interval '4 days', now())
     on conflict (company_id, id) do update set told_until = excluded.told_until, next_at = excluded.next_at`,
    [company],
  );
}

const count = async ({ database }: Service, query: string) =>
  Number((await database.query(`select count(*)::int as count from ${query}`))[0]?.["count"]);

test(
  `${REMINDERS} due reminders, ${KILLS} workers killed while they are sent: each is mailed once, and a doubled mail is the same mail`,
  { timeout: 1_200_000 },
  inService(async (service, t) => {
    const receiver = await startReceiver(t);
    for (let at = 0; at < COMPANIES; at++) await giveReminders(service, at);
    const mail = { SMTP_URL: receiver.url, MAIL_FROM: "Kith <kith@test.example>", JOB_SLOTS: String(SLOTS) };
    const workers = createWorkers(service.database.url, t, mail);
    for (let n = 0; n < 2; n++) workers.start();
    await workers.ready();
    const killOne = async (): Promise<number> => {
      await setTimeout(KILL_EVERY_MS);
      if (!(await workers.killOldest())) return 0;
      workers.start();
      return 1;
    };
    // Some die while they tell.
    let tellKills = 0;
    while ((await count(service, "notifications where kind = 'due'")) < REMINDERS) tellKills += await killOne();
    // They would wait for a minute.
    await service.database.query("update notifications set mail_at = now() where mail_at is not null");
    await service.database.query("update jobs set run_at = now() where name = 'notifications.mail' and state = 'scheduled'");
    const isOver = async () => (await count(service, "notification_mails where result = 'sent'")) >= REMINDERS;
    let sendKills = 0;
    while (sendKills < KILLS) {
      if (await isOver()) break;
      sendKills += await killOne();
    }
    for (const end = Date.now() + 900_000; !(await isOver()); await setTimeout(300)) assert.ok(Date.now() < end, "all are sent");

    const doubled = [...receiver.taken.values()].reduce((sum, ids) => sum + ids.length - 1, 0);
    t.diagnostic(
      `${tellKills} kills while telling, ${sendKills} while sending; ${receiver.taken.size} people mailed, ${doubled} mails doubled`,
    );
    assert.ok(sendKills > 0, "the kills hit while mails were sent");
    assert.equal(receiver.taken.size, REMINDERS);
    for (const [to, ids] of receiver.taken) assert.equal(new Set(ids).size, 1, `${to} got different mails: ${ids.join(" ")}`);
    assert.ok(doubled <= (tellKills + sendKills) * SLOTS, "only what was being sent when a worker died");
    assert.equal(await count(service, "notifications where kind = 'due'"), REMINDERS);
    assert.equal(await count(service, "notification_mails"), REMINDERS);
  }),
);

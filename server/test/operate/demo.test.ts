import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startProxy } from "../outbound/proxy.ts";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { until } from "../waiting.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface Demo {
  base_url: string;
  admin: { email: string; password: string };
  member: { email: string; password: string };
}

test("npm run demo starts everything, prints the address, and leaves nothing behind on SIGTERM", { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kith-demo-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755); // PostgreSQL runs as another account
  using receiver = await startWebhookReceiver();
  using proxy = await startProxy({ resolve: () => Promise.resolve([]), allows: () => true });
  const { TEST_CLUSTER: _, ...env } = process.env;
  const outbound = { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`, OUTBOUND_PROXY: proxy.url };
  const demo = spawn("npm", ["run", "--silent", "demo"], {
    cwd: ROOT,
    env: { ...env, ...outbound, TMPDIR: folder, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(demo, "exit");
  t.after(() => demo.kill("SIGTERM"));
  const [line] = (await Promise.race([once(createInterface({ input: demo.stdout }), "line"), ended])) as [string];
  const { base_url: base, admin, member } = JSON.parse(line) as Demo;

  for (const [person, role] of [
    [admin, "admin"],
    [member, "member"],
  ] as const) {
    const opened = await call(base, "sessions.create", person);
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const me = (await (await call(base, "members.me", {}, cookie)).json()) as { user: { role: string } };
    assert.equal(me.user.role, role);
    for (const filter of ["owner:@me state:open", "owner:@me state:open due<today", "owner:@me state:open due>today"]) {
      const tasks = (await (await call(base, "records.list", { type: "task", filter }, cookie)).json()) as { items: unknown[] };
      assert.ok(tasks.items.length >= 2, `${role}: ${filter}`);
    }
    const names = await dealNames(base, cookie);
    assert.ok(names.length >= 300, `${names.length} deals`);
    assert.equal(new Set(names).size, names.length, "no two deals are called the same");
    if (role === "admin") {
      // The operator's allow-list and proxy hold here, too.
      assert.equal((await call(base, "webhooks.create", { url: "http://127.0.0.1:9/" }, cookie)).status, 422);
      assert.equal((await call(base, "webhooks.create", { url: receiver.url, event_types: ["record.created"] }, cookie)).status, 200);
      await call(base, "records.create", { type: "contact", values: { name: "Sent away" } }, cookie);
      await receiver.until(({ length }) => length === 1);
      assert.ok(proxy.asked.includes(`127.0.0.1:${receiver.port}`));
      await until(async () => (await webhookStates(base, cookie)).join() === "down,on,on", "webhooks that send, and one that cannot");
    }
    const { key } = (await (await call(base, "keys.create", { name: "demo test" }, cookie)).json()) as { key: string };
    assert.equal((await fetch(`${base}/api/v1/me`, { headers: { "x-api-key": key } })).status, 200);
  }
  assert.match(await (await fetch(`${base}/sign-in`)).text(), /<script/);

  demo.kill("SIGTERM");
  await ended;
  await assert.rejects(fetch(`${base}/healthz`));
  // npm may end shortly before the processes it started have cleaned up.
  const left = () => readdirSync(folder).filter((name) => name.startsWith("kith-postgres"));
  for (let tries = 0; tries < 100 && left().length > 0; tries++) await wait(100);
  assert.deepEqual(left(), []);
});

/** Those of the demo company, by their names. One of them sends to a system that is closed. */
async function webhookStates(base: string, cookie: string): Promise<string[]> {
  const { items } = (await (await call(base, "webhooks.list", {}, cookie)).json()) as { items: { name: string; state: string }[] };
  return items
    .filter(({ name }) => / to /.test(name))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ state }) => state);
}

async function dealNames(base: string, cookie: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = { type: "deal", limit: 100, ...(cursor ? { cursor } : {}) };
    const page = (await (await call(base, "records.list", input, cookie)).json()) as {
      items: { title: string }[];
      next_cursor: string | null;
    };
    names.push(...page.items.map((one) => one.title));
    cursor = page.next_cursor;
  }
  return names;
}

const call = (base: string, name: string, input: unknown, cookie = "") =>
  fetch(`${base}/app/call/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(input),
  });

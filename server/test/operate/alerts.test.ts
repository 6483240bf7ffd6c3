import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Registry } from "prom-client";
import { createBackupMetrics } from "../../src/platform/backup-metrics.ts";
import { inService } from "../service.ts";
import { ROOT } from "./image.ts";

const FOLDER = join(ROOT, "deploy/prometheus");
const RULES = readFileSync(join(FOLDER, "rules.yml"), "utf8");
const ALERTS = [...RULES.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = ""]) => name);

test("Prometheus accepts the rules, and each of them fires and stays quiet when it should", () => {
  if (!existsSync("/usr/bin/promtool"))
    assert.fail("promtool is needed for this test. On Debian: apt-get install --no-install-recommends prometheus");
  for (const words of [
    ["check", "rules", "rules.yml"],
    ["test", "rules", "rules_test.yml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("/usr/bin/promtool", words, { cwd: FOLDER, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
  }
  const tests = readFileSync(join(FOLDER, "rules_test.yml"), "utf8");
  for (const name of ALERTS) {
    assert.match(tests, new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`), `${name} fires in a test`);
    assert.match(tests, new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`), `${name} is quiet in a test`);
  }
});

test("each alert has a section in docs/operating.md that names it", () => {
  const guide = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const sections = new Map(guide.split(/^#{2,3} /m).map((text) => [anchorOf(text.split("\n")[0] ?? ""), text]));
  const links = [...RULES.matchAll(/runbook: "docs\/operating\.md#([\w-]+)"/g)].map(([, anchor = ""]) => anchor);
  assert.equal(links.length, ALERTS.length);
  for (const [at, anchor] of links.entries()) assert.ok(sections.get(anchor)?.includes(`\`${ALERTS[at]}\``), `${ALERTS[at]}: #${anchor}`);
});

test(
  "a service with a worker has every metric that the rules ask for",
  inService(async (service) => {
    const ada = await service.given.admin();
    await ada.call("records.list", { type: "deal" });
    const worker = await service.app.startWorker();
    const names = new Set([...RULES.matchAll(/\bkith_\w+/g)].map(([name]) => name));
    assert.ok(names.size > 8);
    const text = await (await fetch(`${service.url}/metrics`)).text();
    for (const name of names) assert.match(text, new RegExp(`^# HELP ${name.replace(/_bucket$/, "")} `, "m"));
    assert.match(text, /^kith_build_info\{version="dev",revision="unknown",node="v\d+\.\d+\.\d+"\} 1$/m);
    assert.match(text, /^kith_database_connections\{pool="app",state="(busy|idle)"\} [1-9]/m);
    await worker.stop();
  }),
);

test(
  "a base backup and a receiver of the log are seen",
  inService(async (service) => {
    const registry = new Registry();
    const look = createBackupMetrics(registry);
    const ages = async () => {
      await look(async (text) => ({ rows: await service.database.query(text) }));
      const text = await registry.metrics();
      return ["last_success", "log_copied"].map((name) =>
        Number(new RegExp(`^kith_backup_${name}_timestamp_seconds (\\S+)$`, "m").exec(text)?.[1]),
      );
    };
    assert.deepEqual(await ages(), [0, 0]);
    await service.database.query("insert into schedules (name, ran_at) values ('base backup', '2026-11-01T00:00:00Z')");
    assert.deepEqual(await ages(), [Date.parse("2026-11-01T00:00:00Z") / 1_000, 0]);
  }),
);

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .trim()
    .replaceAll(" ", "-");

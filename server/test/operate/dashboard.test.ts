import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { cloneDatabase } from "../service.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";
import { signUpAt, startNode } from "./start-nodes.ts";
import { startPrometheus } from "./start-prometheus.ts";

interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

const { panels } = JSON.parse(readFileSync(join(ROOT, "deploy/grafana/kith.json"), "utf8")) as { panels: Panel[] };
const PANELS = panels.filter(({ type }) => type !== "row");
/** As Grafana fills them in. */
const filled = (expression: string) => expression.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");

test("a Prometheus that asks a node and a worker has an answer to every query of the dashboard, with every name of its legend", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  // As in an installation that has run for a day: the worker does at its start what is due.
  await database.query(`insert into schedules (name, ran_at) values ('housekeeping', '2026-01-01'), ('log seal', '2026-01-01'),
    ('backup age', '2026-01-01'), ('base backup', now()) on conflict (name) do update set ran_at = excluded.ran_at`);
  using receiver = await startWebhookReceiver();
  const node = await startNode(t, "http", database.url);
  const worker = await startNode(t, "worker", database.url);
  const prometheus = await startPrometheus(
    t,
    [node.url, worker.url].map((url) => new URL(url).host),
  );
  const ada = await signUpAt(node.url);
  await ada.post("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  await ada.post("samples.load", {});
  await receiver.until(({ length }) => length > 0);

  const missing = new Map<string, string>();
  const look = async () => {
    // What rises has to be seen rising.
    await ada.post("records.create", { type: "deal", values: { name: "One more" } });
    await ada.post("records.create", { type: "no such type", values: {} });
    await ada.post("exports.create", { type: "contact" });
    missing.clear();
    for (const { title, targets = [] } of PANELS) {
      assert.ok(targets.length > 0, `${title} asks something`);
      for (const { expr, legendFormat } of targets) {
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
        const found = await prometheus.query(filled(expr));
        if (!found.some(({ metric, value }) => value[1] !== "NaN" && labels.every((label) => metric[label])))
          missing.set(title, `${expr}: ${JSON.stringify(found).slice(0, 200)}`);
      }
    }
    return missing.size === 0;
  };
  await until(look, () => `every panel has a value; without one are ${JSON.stringify([...missing], null, 1)}`, { everyMs: 1_000 });

  t.diagnostic(`${PANELS.length} panels`);
  // The rules, as they are loaded there, can be evaluated, too.
  const rules = await prometheus.rules();
  assert.deepEqual(
    rules.filter(({ health }) => health === "err"),
    [],
  );
  assert.ok(
    rules.length > 10 && rules.every(({ health }) => health === "ok"),
    JSON.stringify(rules.map(({ name, health }) => [name, health])),
  );
});

test("every metric of ours is on the dashboard or in an alert, and panels have ids of their own", () => {
  const rules = readFileSync(join(ROOT, "deploy/prometheus/rules.yml"), "utf8");
  const shown = rules + PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
  const unseen = metricsInSource().filter((name) => !shown.includes(name));
  // Sums that housekeeping and subscriptions keep for somebody who looks for a cause.
  assert.deepEqual(unseen, [
    "kith_housekeeping_rows_total",
    "kith_housekeeping_seconds_total",
    "kith_subscriptions_events_total",
    "kith_subscriptions_failures_total",
  ]);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});

function metricsInSource(): string[] {
  const files = globSync("server/src/**/*.ts", { cwd: ROOT, exclude: (path) => path.endsWith(".test.ts") });
  const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8")).filter((text) => text.includes('from "prom-client"'));
  const names = texts.flatMap((text) => [...text.matchAll(/name: "(kith_\w+)",? ?\n? *help/g)].map(([, name = ""]) => name));
  return [...new Set(names)].sort();
}

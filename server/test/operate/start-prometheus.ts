import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { freePort } from "../../../scripts/postgres.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";

const PROMETHEUS = "/usr/bin/prometheus";
const FOLDER = join(ROOT, "deploy/prometheus");

interface Answer {
  status: string;
  error?: string;
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

/** A real Prometheus with deploy/prometheus as it is, but for its targets and its pace. */
export async function startPrometheus(t: TestContext, targets: string[]) {
  if (!existsSync(PROMETHEUS))
    assert.fail("Prometheus is needed for this test. On Debian: apt-get install --no-install-recommends prometheus");
  const folder = mkdtempSync(join(tmpdir(), "kith-prometheus-"));
  mkdirSync(join(folder, "data"));
  const config = readFileSync(join(FOLDER, "prometheus.yml"), "utf8")
    .replaceAll("15s", "1s")
    .replace(/targets: \[[^\]]*\]/, `targets: ${JSON.stringify(targets)}`);
  writeFileSync(join(folder, "prometheus.yml"), config);
  writeFileSync(join(folder, "rules.yml"), readFileSync(join(FOLDER, "rules.yml")));
  const address = `127.0.0.1:${await freePort()}`;
  const words = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn(PROMETHEUS, [...words, "--log.level=error"], { stdio: ["ignore", "ignore", "inherit"] });
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://${address}`;
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, "Prometheus is ready");
  return {
    async query(expression: string) {
      const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`);
      const { status, error, data } = (await answer.json()) as Answer;
      assert.equal(status, "success", `${expression}: ${error}`);
      return data.result;
    },
    async rules() {
      const answer = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      return answer.data.groups.flatMap(({ rules }) => rules);
    },
  };
}

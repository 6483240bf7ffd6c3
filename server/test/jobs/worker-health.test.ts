import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { inService } from "../service.ts";
import { askFor, createLab, until } from "./lab.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

const statusOf = (url: string) =>
  fetch(url).then(
    (response) => response.status,
    () => undefined,
  );

test(
  "a worker process answers health, readiness and metrics, and nothing else",
  inService(async (service) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { DATABASE_URL: service.database.url, BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET, LOG_LEVEL: "error" };
    const worker = spawn(process.execPath, ["--conditions=source", MAIN, "worker"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...env, HOST: "127.0.0.1", WORKER_PORT: String(port) },
    });
    try {
      await until(async () => (await statusOf(`${url}/readyz`)) === 200, 30_000);
      assert.equal(await statusOf(`${url}/healthz`), 200);
      assert.match(await (await fetch(`${url}/metrics`)).text(), /kith_job_seconds/);
      for (const path of ["/sign-in", "/api/v1/me", "/app/call/keys.list"]) assert.equal(await statusOf(url + path), 404, path);

      // Without its lock it is alive and not ready.
      const name = new URL(service.database.url).pathname.slice(1);
      await service.database.query(
        `grant connect on database ${name} to kith_app, kith_identity; revoke connect on database ${name} from public, kith`,
      );
      try {
        await service.database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kith_worker_life' and datname = current_database()",
        );
        await until(async () => (await statusOf(`${url}/readyz`)) === 503);
        assert.equal(await statusOf(`${url}/healthz`), 200);
      } finally {
        await service.database.query(`grant connect on database ${name} to kith`);
      }
      await until(async () => (await statusOf(`${url}/readyz`)) === 200);

      const ended = once(worker, "exit");
      worker.kill("SIGTERM");
      assert.deepEqual(await ended, [0, null]);
    } finally {
      worker.kill("SIGKILL");
    }
  }),
);

const lab = createLab({ sleep: { attempts: 1 } });

test(
  "the metrics count jobs that wait, run and failed, by name",
  inService(
    async (service) => {
      const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
      const ada = await service.given.admin();
      await askFor(ada, { tags: ["a", "b", "c", "d"], ms: 3_000 });
      await service.database.query("update jobs set run_at = now() - interval '100 seconds'");
      const worker = await service.app.startWorker();
      try {
        const says = (pattern: RegExp) => until(async () => pattern.test(await metrics()));
        await says(/^kith_jobs_running\{name="lab.sleep"\} 3$/m);
        await says(/^kith_jobs_waiting\{name="lab.sleep"\} [1-4]$/m);
        await says(/^kith_jobs_oldest_seconds\{name="lab.sleep"\} 1\d\d/m);
        await askFor(ada, { tags: ["e"], fails: true });
        await says(/^kith_jobs_failed_total\{name="lab.sleep"\} 1$/m);
        await says(/^kith_job_seconds_count\{name="lab.sleep",outcome="failed"\} 1$/m);
      } finally {
        await worker.stop();
      }
    },
    { extraFeatures: [lab.feature] },
  ),
);

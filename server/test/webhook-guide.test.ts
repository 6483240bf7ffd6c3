import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../../scripts/postgres.ts";
import { makeSecret, signatureHeaders } from "../src/platform/standard-webhooks.ts";
import { sharedService } from "./service.ts";
import { until } from "./waiting.ts";
import { ago, presently } from "./moments.ts";

// The receivers of docs/webhooks.md, as they stand there. A language that this machine does not have is skipped.

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/webhooks.md"), "utf8");

interface Language {
  fence: string;
  file: string;
  program: string;
  flags(file: string, port: number): string[];
}

const LANGUAGES: Language[] = [
  { fence: "js", file: "receiver.mjs", program: process.execPath, flags: (file) => [file] },
  { fence: "python", file: "receiver.py", program: "python3", flags: (file) => [file] },
  { fence: "php", file: "receiver.php", program: "php", flags: (file, port) => ["-S", `127.0.0.1:${port}`, file] },
  { fence: "go", file: "receiver.go", program: "go", flags: (file) => ["run", file] },
  { fence: "ruby", file: "receiver.rb", program: "ruby", flags: (file) => [file] },
];

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const isThere = (program: string) => spawnSync(program, ["--version"]).error === undefined;

for (const { fence, file, program, flags } of LANGUAGES) {
  test(
    `the receiver in ${fence} takes a genuine message, and refuses any other`,
    { skip: !isThere(program) && `no ${program} here` },
    async (t) => {
      const [, code] = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\`\`\``).exec(GUIDE) ?? [];
      assert.ok(code);
      const folder = mkdtempSync(join(tmpdir(), "kith-receiver-"));
      t.after(() => rmSync(folder, { recursive: true }));
      const path = join(folder, file);
      writeFileSync(path, code);
      const port = await freePort();
      const ada = await service().given.admin();
      const asked = { url: `http://127.0.0.1:${port}/kith`, event_types: ["record.created"] };
      const { webhook, secret: made } = await ada.call("webhooks.create", asked);
      const secret = String(made);
      const receiver = spawn(program, flags(path, port), {
        env: { ...process.env, KITH_SECRET: secret, PORT: String(port) },
        stdio: "ignore",
        // A group of its own: `go run` starts the receiver as its child.
        detached: true,
      });
      t.after(() => receiver.pid && process.kill(-receiver.pid, "SIGKILL"));
      const body = '{"type":"record.updated","data":{"id":"rec_1","name":"Größe"}}';
      const send = (text: string, headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/kith`, { method: "POST", body: text, headers });
      const sign = (secrets: string[], at = presently()) => signatureHeaders({ id: "evt_1", at, body, secrets });
      const isUp = () => send(body, sign([secret])).then(Boolean, () => false);
      await until(isUp, "the receiver listens", { everyMs: 100 });
      assert.equal((await send(body, sign([secret]))).status, 204);
      assert.equal((await send(body, sign([makeSecret(), secret]))).status, 204, "while the secret is being replaced");
      assert.equal((await send(`${body} `, sign([secret]))).status, 401, "altered");
      assert.equal((await send(body, sign([makeSecret()]))).status, 401, "foreign");
      assert.equal((await send(body, sign([secret], ago(3_600_000)))).status, 401, "old");
      assert.equal((await send(body, {})).status, 401, "unsigned");

      // And from the service itself, the first time.
      await ada.call("records.create", { type: "deal", values: { name: "Größe 東京" } });
      const worker = await service().app.startWorker();
      t.after(() => worker.stop());
      const deliveries = async () => (await ada.call("webhooks.listDeliveries", { webhook: webhook.id })).items;
      await until(async () => (await deliveries()).length > 0, "a delivery is listed");
      const [delivery] = await deliveries();
      assert.deepEqual([delivery?.state, delivery?.attempts, delivery?.last_attempt?.status], ["delivered", 1, 204]);
    },
  );
}

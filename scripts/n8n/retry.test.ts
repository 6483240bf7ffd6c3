import assert from "node:assert/strict";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { inService } from "../../server/test/service.ts";
import { createHttpProcess } from "../http-process.ts";
import { freePort } from "../postgres.ts";
import { TEST_SECRET } from "../test-database.ts";
import { prepareN8n } from "./n8n.ts";
import { action, START, valuesOf, workflowOf } from "./workflows.ts";

test(
  "Retry on Fail against a node that was killed in the middle of a write: one record",
  inService(async (service, t) => {
    const [port, n8n] = [await freePort(), await prepareN8n()];
    t.after(() => n8n.close());
    const url = `http://127.0.0.1:${port}`;
    const node = createHttpProcess(
      { DATABASE_URL: service.database.url, BASE_URL: url, PORT: String(port), KITH_SECRET: TEST_SECRET, LOG_LEVEL: "fatal" },
      url,
    );
    await node.start();
    t.after(() => node.kill());

    const keys: unknown[] = [];
    // The worst moment: the record is written, the answer is not there yet.
    const way = createServer((asked, answer) => {
      const isFirst = asked.method === "POST" && keys.push(asked.headers["idempotency-key"]) === 1;
      const onward = request(`${url}${asked.url}`, { method: asked.method ?? "GET", headers: asked.headers }, (got: IncomingMessage) => {
        if (!isFirst) {
          answer.writeHead(got.statusCode ?? 500, got.headers);
          got.pipe(answer);
          return;
        }
        got.resume();
        void node.kill().then(() => {
          asked.socket.destroy();
          return node.start();
        });
      });
      onward.on("error", () => asked.socket.destroy());
      asked.pipe(onward);
    });
    await new Promise<void>((resolve) => void way.listen(0, "127.0.0.1", resolve));
    t.after(() => way.close());

    const { key } = await (await service.given.admin()).key("n8n");
    const workflow = workflowOf("kithretry0000001", [
      START,
      action(
        "Create",
        { operation: "create", values: valuesOf({ name: "Once" }) },
        { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 },
      ),
    ]);
    await n8n.importFiles({ url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`, key }, workflow);
    const printed = await n8n.command("execute", `--id=${workflow.id}`, "--rawOutput");
    assert.ok(keys.length > 1, `it was tried again\n${printed}`);
    assert.equal(new Set(keys).size, 1, "with the same key");
    assert.match(String(keys[0]), /^n8n-/);
    const rows = await service.database.query("select id from records where title = 'Once'");
    assert.equal(rows.length, 1);
    assert.match(printed, /rec_[0-9a-z]{26}/, "and the record came back");
  }),
);

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { verifyWebhook } from "../../../packages/sdk/src/index.ts";
import { makeSecret } from "../../src/platform/standard-webhooks.ts";
import { sharedService } from "../service.ts";
import { home, linesOf, runKith, startKith, withKey } from "./run-kith.ts";
import { until } from "../waiting.ts";
import { ago, NOW } from "../moments.ts";

// The change feed and webhooks on the command line, and completion.

const service = sharedService();

/** Starts it, gathers what it writes, and ends it with the test. */
function start(t: TestContext, words: string[], env: Record<string, string>) {
  const child = startKith(words, { env });
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (part: string) => (written[stream] += part));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  };
  t.after(stop);
  return { written, stop };
}

test("follow prints changes, and goes on from the position that it kept", async (t) => {
  const { ada, env } = await withKey(service());
  const create = (name: string) => ada.call("records.create", { type: "contact", values: { name } });
  const keep = join(home, "position");
  await create("Before");
  const first = start(t, ["follow", "--type", "contact", "--keep", keep], env);
  await until(() => first.written.stdout.includes("Before"), "what was before");
  await create("While");
  await until(() => first.written.stdout.includes("While"), "what happens while it follows");
  const kept = () => readFileSync(keep, "utf8");
  const position = linesOf(first.written.stdout).length;
  assert.equal(position, 2);
  await until(() => kept().length > 0, "the position is kept");
  await first.stop();
  await create("After");
  const second = start(t, ["follow", "--type", "contact", "--keep", keep, "--output", "csv"], env);
  await until(() => second.written.stdout.includes("After"), "what came after");
  assert.match(second.written.stdout, /^at,kind,id,type,name,fields\r\n/);
  assert.ok(!second.written.stdout.includes("Before"));
});

test("webhooks listen sends what a webhook would send, signed, again when it is refused", async (t) => {
  const { ada, env } = await withKey(service());
  const secret = makeSecret();
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  t.after(() => receiver.close());
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kith`;
  const { written } = start(t, ["webhooks", "listen", "--to", to, "--event-types", "record.created"], {
    ...env,
    KITH_WEBHOOK_SECRET: secret,
  });
  await until(() => written.stderr.includes("Waiting"), "it waits");
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Mara Lindt" } });
  await ada.call("records.update", { id: record.id, values: { name: "Mara L." } });
  await ada.call("records.create", { type: "contact", values: { name: "Jonas Beck" } });
  await until(() => received.length === 3 && /204[^]*204/.test(written.stderr), "three messages are passed on");
  const [refused, repeated, other] = received;
  assert.deepEqual([refused?.body, refused?.headers["webhook-id"]], [repeated?.body, repeated?.headers["webhook-id"]]);
  const message = await verifyWebhook({ body: other?.body ?? "", headers: other?.headers ?? {}, secrets: secret });
  const sample = (await ada.call("webhooks.eventTypes", {})).items.find(({ type }) => type === "record.created")?.sample as {
    data: object;
  };
  assert.equal(message.type, "record.created");
  assert.equal(message.data["name"], "Jonas Beck");
  assert.equal((message.data["record"] as { title: string }).title, "Jonas Beck");
  assert.deepEqual(
    Object.keys(message.data).sort(),
    Object.keys(sample.data)
      .filter((name) => name !== "is_test")
      .sort(),
  );
  assert.ok(!written.stderr.includes(secret));
  assert.equal((await runKith(["webhooks", "listen", "--to", "https://example.com"], { env })).code, 2);
});

test("webhooks list and replay", async () => {
  const { ada, kith } = await withKey(service());
  const { id } = (await ada.call("webhooks.create", { url: "https://93.184.216.34/kith", event_types: [] })).webhook;
  assert.deepEqual(
    linesOf((await kith(["webhooks", "list"])).stdout).map((one) => one["id"]),
    [id],
  );
  const range = ["--since", ago(3_600_000).toISOString(), "--until", NOW.toISOString()];
  const replay = await kith(["webhooks", "replay", id, ...range, "--only-failed"]);
  assert.equal(replay.code, 0, replay.stderr);
  const { items } = await ada.call("webhooks.listReplays", { id });
  assert.equal(linesOf(replay.stdout)[0]?.["id"], items[0]?.id);
});

test("completion: bash completes commands and options, and the others name them all", async () => {
  const { stdout: script } = await runKith(["completion", "bash"]);
  const complete = (...words: string[]) =>
    execFileSync("bash", ["-c", `${script}\nCOMP_WORDS=(kith "$@"); COMP_CWORD=$#; _kith; echo "\${COMPREPLY[*]}"`, "bash", ...words], {
      encoding: "utf8",
    }).trim();
  assert.equal(complete("rec"), "records");
  assert.equal(complete("records", "up"), "update upsert");
  assert.equal(complete("records", "list", "deal", "--fi"), "--filter --fields");
  assert.equal(complete("search", "x", "--ty"), "--types");
  for (const shell of ["zsh", "fish"]) assert.match((await runKith(["completion", shell])).stdout, /webhooks[^]*retry-for/);
  assert.equal((await runKith(["completion", "tcsh"])).code, 2);
});

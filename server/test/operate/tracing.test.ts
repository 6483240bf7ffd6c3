import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startWebhookReceiver } from "../outbound/webhook-receiver.ts";
import { cloneDatabase, PASSWORD } from "../service.ts";
import { stopwatch } from "../measured.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";
import { signUpAt, startNode } from "./start-nodes.ts";
import { startTraceReceiver, type ReceivedSpan } from "./trace-receiver.ts";

const traceOf = (requestId: string | null) => (requestId ?? "").replaceAll("-", "");
const idOf = (answer: Response) => answer.headers.get("x-request-id") ?? "";

test("one trace shows a request, its statements, the job it asked for, and the webhook that tells of it, over two processes", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  using traces = await startTraceReceiver();
  using receiver = await startWebhookReceiver();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_SAMPLER_ARG: "1", LOG_LEVEL: "debug" };
  const node = await startNode(t, "http", database.url, env);
  const worker = await startNode(t, "worker", database.url, env);
  const ada = await signUpAt(node.url);
  const headers = { "x-secret-header": "a secret of the receiver" };
  const made = await ada.post("webhooks.create", { url: `${receiver.url}/secret-path`, event_types: ["record.created"], headers });
  assert.equal(made.status, 200, await made.clone().text());

  const answer = await ada.post("samples.load", {});
  assert.equal(answer.status, 200, await answer.clone().text());
  const traceId = traceOf(idOf(answer));
  await receiver.until(({ length }) => length > 0);
  const told = receiver.received.map((one) => one.headers["traceparent"] ?? "").find((text) => text !== "");
  assert.match(told ?? "", new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`), "the receiver learns the trace");

  const called = (name: string, role: string) => traces.ofTrace(traceId).find((span) => span.name === name && span.role === role);
  const wanted: [string, string][] = [
    ["POST /app/call/samples.load", "http"],
    ["samples.load", "http"],
    ["job samples.work", "worker"],
    ["samples.step", "worker"],
    ["webhooks.deliver", "worker"],
    ["POST", "worker"],
  ];
  const names = () => [...new Set(traces.ofTrace(traceId).map(({ name, role }) => `${role} ${name}`))].join(", ");
  await until(
    () => wanted.every(([name, role]) => called(name, role)),
    () => `all spans of the trace: ${names()}`,
  );
  await Promise.all([node.stop(), worker.stop()]);

  const [root, load, job, step] = wanted.map(([name, role]) => called(name, role) as ReceivedSpan);
  assert.equal(root?.parentSpanId, undefined);
  assert.equal(root?.attributes["kith.request_id"], idOf(answer));
  assert.equal(load?.parentSpanId, root?.spanId);
  assert.equal(job?.parentSpanId, root?.spanId);
  assert.equal(step?.parentSpanId, job?.spanId);
  for (const [of, statement] of [
    [load, "jobs.keep"],
    [load, "commit"],
    [step, "events.append"],
  ] as const)
    assert.ok(
      traces.spans.some(({ name, parentSpanId }) => name === statement && parentSpanId === of?.spanId),
      `${of?.name} has the statement ${statement}: ${names()}`,
    );
  const sent = traces.ofTrace(traceId).find(({ spanId }) => spanId === told?.split("-")[2]);
  assert.equal(sent?.name, "POST");
  assert.equal(traces.ofTrace(traceId).find(({ spanId }) => spanId === sent?.parentSpanId)?.name, "webhooks.deliver");
  assertWhole(traces.spans);

  // The log of both processes has the id, too.
  for (const one of [node, worker]) assert.match(one.log(), new RegExp(`"operation":"samples\\.\\w+","request":"${idOf(answer)}"`));

  // What a span must not hold. The webhook's path and headers, and what the records say, are the examples.
  const text = traces.texts.join("\n");
  const names_ = receiver.received.map(({ message }) => String(message.data["name"])).filter((name) => name.length > 4);
  assert.ok(names_.length > 0 && text.length > 10_000);
  for (const secret of [
    PASSWORD,
    "ada@nodes.example",
    "secret-path",
    "a secret of the receiver",
    ada.cookie.split("=")[1] ?? "",
    ...names_,
  ])
    assert.ok(!text.includes(secret), `a span holds ${secret}`);
});

test("a refusal names its trace, and whether a request is traced is decided by its id alone", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  using traces = await startTraceReceiver();
  const share = 0.2;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_SAMPLER_ARG: String(share) };
  const node = await startNode(t, "http", database.url, env);
  const ids: string[] = [];
  for (let call = 0; call < 150; call++) {
    const answer = await fetch(`${node.url}/api/v1/records/deal`, { headers: { "x-api-key": "no key" } });
    assert.equal(((await answer.json()) as { request_id: string }).request_id, idOf(answer));
    ids.push(idOf(answer));
  }
  await node.stop();
  const isTraced = (id: string) => Number.parseInt(id.slice(-8), 16) < share * 2 ** 32;
  const expected = ids.filter(isTraced).map(traceOf);
  assert.ok(expected.length > 5 && expected.length < 75, `${expected.length} of 150`);
  const found = new Set(traces.spans.map((span) => span.traceId));
  assert.deepEqual(
    ids.map(traceOf).filter((id) => found.has(id)),
    expected,
  );
});

test("a receiver of traces that is not there costs no call and no time at the end; without one the packages are not loaded", async (t) => {
  const database = await cloneDatabase();
  t.after(() => database.drop());
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_TRACES_SAMPLER_ARG: "1", LOG_LEVEL: "warn" };
  const node = await startNode(t, "both", database.url, env);
  const ada = await signUpAt(node.url);
  assert.equal((await ada.post("records.create", { type: "deal", values: { name: "Deal" } })).status, 200);
  await until(() => node.log().includes("spans cannot be sent"), "the log says that spans cannot be sent");
  const took = stopwatch();
  await node.stop();
  assert.ok(took() < 20_000, `${Math.round(took())} ms`);

  const files = globSync("server/dist/bundle/*.js", { cwd: ROOT });
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  const exporter = files.find((file) => /class OTLPTraceExporter|OTLPTraceExporter = class/.test(texts.get(file) ?? ""));
  assert.ok(exporter, "the bundle has the exporter");
  const name = exporter.split("/").at(-1) ?? "";
  const loading = files.filter((file) => new RegExp(`(from |^import )"\\./${name}"`, "m").test(texts.get(file) ?? ""));
  assert.deepEqual(loading, [], "no file of the bundle loads it at the start");
});

/** Every span's parent is there, so that a viewer shows one tree. */
function assertWhole(spans: ReceivedSpan[]): void {
  const known = new Set(spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
  assert.equal(known.size, spans.length, "each span has an id of its own");
  const lost = spans.filter(({ traceId, parentSpanId }) => parentSpanId !== undefined && !known.has(`${traceId} ${parentSpanId}`));
  assert.deepEqual(
    lost.map(({ name, role, traceId }) => `${role} ${name} ${traceId}`),
    [],
  );
}

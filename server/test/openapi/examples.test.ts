import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleId } from "../../src/platform/ids.ts";
import { openApiDocument } from "../../src/surfaces/openapi/document.ts";
import { referencePage } from "../../src/surfaces/openapi/reference.ts";
import { allOperations } from "../all-operations.ts";
import { giveChannel, giveFailedItem } from "../channels/give-channel.ts";
import { giveFile } from "../give-file.ts";
import { giveNotification } from "../notifications.ts";
import { giveFailedJob } from "../jobs/lab.ts";
import { sharedService, type Person } from "../service.ts";
import { BYTES, connect, type OpenApi } from "./client.ts";
import { inboxSamples } from "./inbox-samples.ts";
import { beforeLeadExamples, leadSamples } from "./lead-samples.ts";

// Rules for the description of every operation. A new operation is covered as soon as it is declared.

const service = sharedService();
const operations = allOperations().filter((one) => one.rest);
const document = openApiDocument(operations, "https://kith.example") as unknown as OpenApi;

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const described = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as unknown as Described[];

const PART = String(described.find(({ operationId }) => operationId === "files.sendPart")?.requestBody?.content[BYTES]?.example);

/** Makes what the sample ids of examples stand for. Later ones may use what earlier ones made. */
const MAKERS: [sample: string, make: (ada: Person, made: Map<string, string>) => Promise<string>][] = [
  [sampleId("rec"), async (ada) => (await ada.call("records.create", { type: "contact", values: { name: "Ines Vos" } })).record.id],
  [sampleId("rec", 1), async (ada) => (await ada.call("records.create", { type: "contact", values: { name: "I. Vos" } })).record.id],
  [sampleId("rec", 2), async (ada) => (await ada.call("records.create", { type: "deal", values: { name: "Flow metering" } })).record.id],
  [
    sampleId("rec", 3),
    async (ada) => {
      const { id } = (await ada.call("records.create", { type: "contact", values: { name: "In the trash" } })).record;
      await ada.call("records.delete", { id });
      return id;
    },
  ],
  [sampleId("op"), async (ada) => (await ada.call("records.create", { type: "contact", values: { name: "Taken back" } })).operation_id],
  [
    sampleId("note"),
    async (ada, made) => (await ada.call("records.addNote", { id: made.get(sampleId("rec")) ?? "", text: "Met at the fair" })).id,
  ],
  [sampleId("act"), async (ada, made) => (await ada.call("records.logActivity", { id: made.get(sampleId("rec")) ?? "", kind: "call" })).id],
  [sampleId("view"), async (ada) => (await ada.call("views.create", { type: "deal", name: "Mine" })).id],
  [sampleId("usr"), async (ada) => (await service().given.member(ada)).userId],
  [sampleId("inv"), async (ada) => (await ada.call("invitations.create", { email: "open@test.example" })).id],
  [sampleId("job"), (ada) => giveFailedJob(service(), ada)],
  [sampleId("whk"), async (ada) => (await ada.call("webhooks.create", { url: "https://93.184.216.34/kith" })).webhook.id],
  [sampleId("evt"), async (ada, made) => (await ada.call("webhooks.sendTest", { id: made.get(sampleId("whk")) ?? "" })).event],
  [
    sampleId("rpl"),
    async (ada, made) =>
      (
        await ada.call("webhooks.createReplay", {
          id: made.get(sampleId("whk")) ?? "",
          since: "2026-01-01T00:00:00.000Z",
          until: "2026-02-01T00:00:00.000Z",
        })
      ).id,
  ],
  [sampleId("fil"), (ada) => giveFile(service(), ada)],
  // One that the example of a part finishes, and one to cancel.
  [sampleId("upl"), async (ada) => (await ada.call("files.createUpload", { name: "a.txt", size: Buffer.byteLength(PART) })).id],
  [sampleId("upl", 1), async (ada) => (await ada.call("files.createUpload", { name: "b.txt", size: 1 })).id],
  [
    sampleId("att"),
    async (ada, made) =>
      (await ada.call("records.attachFile", { id: made.get(sampleId("rec", 2)) ?? "", file: await giveFile(service(), ada, "attached") }))
        .id,
  ],
  [
    sampleId("ntf"),
    async (ada) =>
      giveNotification(service(), ada, (await ada.call("records.create", { type: "deal", values: { name: "Flow metering" } })).record.id),
  ],
  [sampleId("can"), async (ada) => (await ada.call("cannedReplies.create", { name: "Hello", text: "Hello" })).id],
  [sampleId("chn"), async (ada) => (await giveChannel(service(), ada)).chn],
  [sampleId("itm"), (ada, made) => giveFailedItem(service(), ada, made.get(sampleId("chn")) ?? "")],
  ...leadSamples(service),
  ...inboxSamples(service),
  [sampleId("dash"), async (ada) => (await ada.call("dashboards.list", {})).items[0]?.id ?? ""],
];

/** What must be there for an example that names it by a word and not by an id. */
const BEFORE: Record<string, (ada: Person) => Promise<unknown>> = {
  ...beforeLeadExamples,
  "currencies.delete": (ada) => ada.call("currencies.set", { currency: "USD", rate: "0.9" }),
};

for (const one of described) {
  test(`the example of ${one.operationId} works as it stands in the document`, async () => {
    const ada = await service().given.admin();
    await BEFORE[one.operationId]?.(ada);
    const client = await connect(service().url, (await ada.key()).key, new Set());
    const fromParameters = (one.parameters ?? []).flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
    const { [BYTES]: bytes, "application/json": json } = one.requestBody?.content ?? {};
    const given = { ...Object.fromEntries(fromParameters), ...json?.example, ...(bytes ? { [BYTES]: bytes.example } : {}) } as object;
    await client.call(one.operationId, await withRealIds(given, ada));
  });
}

for (const { name, tool, example } of allOperations().filter((one) => one.tool)) {
  test(`the example of the tool ${tool?.name} works`, async () => {
    assert.ok(example, `${name} has no example`);
    const ada = await service().given.admin();
    const params = { name: tool?.name, arguments: await withRealIds(example, ada) };
    const answer = await service().mcp((await ada.key()).key, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { result } = (await answer.json()) as { result?: { isError?: boolean; structuredContent?: object; content?: unknown } };
    assert.ok(result?.structuredContent && !result.isError, JSON.stringify(result?.content));
  });
}

async function withRealIds(example: object, ada: Person): Promise<Record<string, unknown>> {
  let text = JSON.stringify(example);
  const made = new Map<string, string>();
  for (const [sample, make] of MAKERS) {
    // `hop_…` ends in `op_…`.
    const whole = new RegExp(`(?<![a-z])${sample}`, "g");
    if (!whole.test(text)) continue;
    made.set(sample, await make(ada, made));
    text = text.replaceAll(whole, made.get(sample) ?? "");
  }
  return JSON.parse(text) as Record<string, unknown>;
}

test("every operation of the REST interface has an example", () => {
  assert.deepEqual(
    operations.filter((one) => one.example === undefined).map((one) => one.name),
    [],
  );
});

test("every answer refers to a named schema", () => {
  for (const { operationId, responses } of described) {
    for (const { schema } of Object.values(responses).flatMap((one) => Object.values(one.content ?? {})))
      assert.match((schema as { $ref?: string }).$ref ?? "", /^#\/components\/schemas\/[A-Z]\w+$/, operationId);
  }
  for (const name of ["Record", "RecordPage", "Change", "View", "Type", "Field", "Member", "Event", "Problem"])
    assert.ok(document.components.schemas[name], name);
});

test("every refusal is described by its status, and which headers come with it", () => {
  const statuses = Object.keys(described.find((one) => one.operationId === "records.update")?.responses ?? {});
  assert.deepEqual(statuses, [
    "200",
    "400",
    "401",
    "403",
    "404",
    "409",
    "412",
    "413",
    "414",
    "415",
    "422",
    "429",
    "500",
    "503",
    "4XX",
    "5XX",
  ]);
  const { NotAuthenticated, TooManyRequests, Unavailable } = document.components.responses;
  assert.ok(NotAuthenticated?.headers?.["WWW-Authenticate"]);
  for (const one of [TooManyRequests, Unavailable]) assert.ok(one?.headers?.["Retry-After"]);
});

test("every tuple has the one shape that generators can type", () => {
  const tuples = JSON.stringify(document).match(/"prefixItems"/g) ?? [];
  assert.equal(tuples.length, 1, "a pair of values is declared once, as ValueChange");
  assert.deepEqual(document.components.schemas["ValueChange"], {
    type: "array",
    prefixItems: [{}, {}],
    items: {},
    minItems: 2,
    maxItems: 2,
  });
});

test("every curl line of the reference is a whole command with the example in it", () => {
  const page = referencePage(document as unknown as Record<string, unknown>, "");
  const lines = [...page.matchAll(/<pre tabindex="0">(curl [^<]*)<\/pre>/g)].map(([, line]) => line ?? "");
  assert.equal(lines.length, described.length);
  for (const line of lines) assert.doesNotMatch(line, /…|\/\{|undefined/);
  assert.ok(lines.some((line) => line.includes("mara@fernhill.example")));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { startWebhookReceiver } from "../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../test/service.ts";

const shared = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });
const MAX_BYTES = 20_000;

test("a message has at most 20 kB, whatever its characters and changes are", async () => {
  const service = shared();
  using receiver = await startWebhookReceiver();
  const ada = await service.given.admin();
  for (let at = 0; at < 6; at++)
    await ada.call("types.addField", { type: "deal", key: `text_${at}`, label: `Text ${at}`, field_type: "long_text" });
  await ada.call("webhooks.create", { url: receiver.url, event_types: ["record.created", "record.updated"] });
  const worker = await service.app.startWorker();
  try {
    const texts = (text: string) => Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`text_${at}`, text]));
    // Three bytes a character: below the limit in characters, and above it in bytes.
    const { record } = await ada.call("records.create", { type: "deal", values: { name: "Wide", text_0: "語".repeat(7_000) } });
    // A body shows the record as it is when the body is made, so each is awaited before the next change.
    const arrived = (count: number) => receiver.until(({ length }) => length === count);
    await arrived(1);
    await ada.call("records.update", { id: record.id, values: texts("x".repeat(8_000)) });
    await arrived(2);
    await ada.call("records.update", { id: record.id, values: { amount: 7 } });
    await arrived(3);
    await ada.call("records.update", { id: record.id, values: { ...texts("short"), name: "Slim" } });
    await arrived(4);
    const sizes = receiver.received.map(({ body }) => Buffer.byteLength(body));
    assert.ok(
      sizes.every((size) => size <= MAX_BYTES),
      sizes.join(),
    );
    const [wide, long, amount, slim] = receiver.received.map(({ message }) => message.data);
    for (const cut of [wide, long, amount]) assert.deepEqual([cut?.["record"], cut?.["is_cut"]], [null, true]);
    assert.match(JSON.stringify(amount), /"amount":\[null,"7"\]/, "what fits is complete");
    const changes = long?.["changes"] as Record<string, [unknown, string]>;
    assert.equal(Object.keys(changes).length, 6, "each changed field is named");
    assert.match(changes["text_1"]?.[1] ?? "", /^x+…$/);
    assert.equal(slim?.["name"], "Slim");
  } finally {
    await worker.stop();
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";

const service = sharedService();

// The service of every test throws where a transaction would wait for the network: see guardTransactions in server/test/service.ts.
test("a name is looked up before the transaction, with an Idempotency-Key too, and a repeat is answered as it was", async () => {
  const ada = await service().given.admin();
  const once = async (name: string, input: object) => {
    const send = () => ada.post(name, input, { "idempotency-key": `${name} once` });
    const [first, repeat] = [await send(), await send()];
    const [answer, again] = [await first.text(), await repeat.text()];
    assert.deepEqual([first.status, repeat.status], [200, 200], `${name}: ${answer}`);
    return { answer: JSON.parse(answer), again: JSON.parse(again) };
  };
  // Another name each time: one that was looked up before is not asked for again.
  const at = (host: string) => `https://${host}.example.com/kith`;
  const { answer } = await once("webhooks.create", { url: at("created") });
  const { id } = answer.webhook;
  await once("webhooks.update", { id, url: at("updated") });
  await once("webhooks.save", { id, url: at("saved") });
  const made = await once("leadSending.createDestination", { name: "Partner", kind: "http", url: at("partner") });
  assert.equal(made.again.destination.id, made.answer.destination.id);
  await once("leadSending.updateDestination", { id: made.answer.destination.id, url: at("moved") });
});

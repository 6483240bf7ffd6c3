import assert from "node:assert/strict";
import { test } from "node:test";
import { httpDestination } from "../../../../test/lead-sending.ts";
import { ruleFor } from "../../../../test/lead-routing.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { companyOf, untilTaken, writeSubmissions } from "../../../../test/website-leads.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("a line of the log names company, source and who had the lead before; kinds are counted, in one's own company only", async () => {
  using receiver = await startWebhookReceiver((_, response) => void response.writeHead(422).end("{}"));
  const worker = await service().app.startWorker();
  await using _stopped = { [Symbol.asyncDispose]: () => worker.stop() };
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const partner = await httpDestination(ada, receiver.url);
  const fields = ["name", "email", "company"].map((key) => ({ key }));
  const source = await ada.call("leads.createSource", { name: "Request a demo", fields, state: "published" });
  await ada.call("leadSending.saveRules", {
    rules: [
      // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
      { name: "Partner network", then: { kind: "send", destination_id: partner.id, on_unknown: "next" } },
      ruleFor([ada], { name: "Everyone else" }),
    ],
  });
  const company = await companyOf(service(), ada);
  await writeSubmissions(service(), company, source.id, [
    { given: { name: "Camille Laurent", email: "c@corrin.example", company: "Corrin Dairy" } },
  ]);
  await untilTaken(service(), company);
  const read = async () => (await ada.call("leadSending.listLog", {})).items;
  await until(async () => (await read()).length === 2, "the lead went on after the refusal");

  const [second, first] = await read();
  assert.deepEqual([second?.lead.company, second?.source, second?.cause], ["Corrin Dairy", "Request a demo", "refused"]);
  assert.deepEqual(second?.before, { rule_number: 1, to: "Partner", state: "refused" });
  assert.deepEqual([first?.before, first?.delivery?.state], [null, "refused"]);
  assert.equal(typeof first?.delivery?.ms, "number");

  const counts = await ada.call("leadSending.countLog", {});
  assert.deepEqual(counts, {
    all: 2,
    decisions: { assign: 1, send: 1, none: 0 },
    deliveries: { refused: 1, timeout: 0, unknown: 0, returned: 0 },
  });
  assert.equal((await eve.call("leadSending.countLog", {})).all, 0);
});

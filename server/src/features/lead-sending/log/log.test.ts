import assert from "node:assert/strict";
import { test } from "node:test";
import { giveForm } from "../../../../test/leads/forms.ts";
import { httpDestination } from "../../../../test/lead-sending.ts";
import { ruleFor } from "../../../../test/lead-routing.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import { companyOf, untilTaken, writeSubmissions } from "../../../../test/website-leads.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("an export of the log has every line that is listed, runs nothing in a spreadsheet, is announced, and is of one's own company", async () => {
  const worker = await service().app.startWorker();
  await using _stopped = { [Symbol.asyncDispose]: () => worker.stop() };
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const { rules } = await ada.call("leadSending.saveRules", { rules: [ruleFor([ada], { name: "=Everyone", filter: "email~corrin" })] });
  const form = await giveForm(ada);
  const company = await companyOf(service(), ada);
  await writeSubmissions(service(), company, form.id, [
    { given: { name: '=HYPERLINK("https://evil.example")', email: "a@corrin.example", company: "@Corrin, Dairy" } },
    { given: { name: "Ines Vos", email: "ines@vos.example" } },
  ]);
  await untilTaken(service(), company);

  const { text, next_cursor } = await ada.call("leadSending.exportLog", {});
  assert.equal(next_cursor, null);
  assert.ok(text.startsWith("\uFEFFWhen,Lead id,Lead,Organization name,"));
  const lines = text.trimEnd().split("\r\n");
  assert.equal(lines.length, 3);
  const hostile = lines.find((line) => line.includes("HYPERLINK")) ?? "";
  assert.match(hostile, /,"'=HYPERLINK\(""https:\/\/evil\.example""\)","'@Corrin, Dairy",/);
  assert.match(hostile, /,1,'=Everyone,assign,/);
  const ofRule = await ada.call("leadSending.exportLog", { rule: rules[0]?.id ?? "" });
  assert.equal(ofRule.text.trimEnd().split("\r\n").length, 2, "only what is listed");

  const { items } = await ada.call("events.list", {});
  assert.equal(items.filter(({ type }) => type === "lead_log.exported").length, 2);
  assert.equal((await eve.call("leadSending.exportLog", {})).text.trimEnd().split("\r\n").length, 1, "only the head");
  await assert.rejects(eve.call("leadSending.exportLog", { cursor: "AAAA" }), { status: 400 });
});

test("the log is exported in parts that are one file, and only by somebody who has just entered their password", async () => {
  const worker = await service().app.startWorker();
  await using _stopped = { [Symbol.asyncDispose]: () => worker.stop() };
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const company = await companyOf(service(), ada);
  const sent = Array.from({ length: 501 }, (_, at) => ({ given: { name: `Visitor ${at}`, email: `v${at}@corrin.example` } }));
  await writeSubmissions(service(), company, form.id, sent);
  await untilTaken(service(), company);
  const first = await ada.call("leadSending.exportLog", {});
  const rest = await ada.call("leadSending.exportLog", { cursor: first.next_cursor ?? "" });
  const lines = `${first.text}${rest.text}`.trimEnd().split("\r\n");
  assert.deepEqual([lines.length, new Set(lines).size, rest.next_cursor], [502, 502, null]);
  const { today } = await ada.call("leadSending.getRules", {});
  assert.deepEqual([today.leads, today.unassigned, today.refused], [501, 501, 0]);
  assert.ok(today.median_ms !== null && today.median_ms >= 0, String(today.median_ms));

  service().clock.advance(31 * MINUTE_MS);
  await assert.rejects(ada.call("leadSending.exportLog", {}), { code: "password_needed" });
});

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

  const { today } = await ada.call("leadSending.getRules", {});
  assert.deepEqual([today.leads, today.unassigned, today.refused], [1, 0, 1]);
  assert.ok(today.median_ms !== null && today.median_ms >= 0, String(today.median_ms));

  const counts = await ada.call("leadSending.countLog", {});
  assert.deepEqual(counts, {
    all: 2,
    decisions: { assign: 1, send: 1, none: 0 },
    deliveries: { refused: 1, timeout: 0, unknown: 0, returned: 0 },
  });
  assert.equal((await eve.call("leadSending.countLog", {})).all, 0);
});

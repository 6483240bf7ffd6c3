import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { DAY_MS } from "../../../kernel/clock.ts";
import { httpDestination, routedLead, sendTo, statesOf, untilDeliveries, untilOver } from "../../../../test/lead-sending.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

async function startWorker() {
  const worker = await service().app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

/** The address that came with a lead, at this service. */
const returnUrl = (given: string | undefined) => (given ?? "").replace("http://localhost", service().url);

const post = (url: string, body: unknown) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

test("a receiver returns a lead with the address that came with it: its cap is given back and the lead goes on, past the one that had it", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const [first, second] = [await httpDestination(ada, receiver.url), await httpDestination(ada, receiver.url)];
  const send = (id: string) => ({ kind: "send" as const, destination_id: id, on_unknown: "next" as const });
  /* oxlint-disable unicorn/no-thenable -- the word people read in a rule */
  const rules = [
    { name: "One a day", then: send(first.id), caps: [{ per: "day" as const, most: 1 }] },
    { name: "Rest", then: send(second.id) },
  ];
  /* oxlint-enable unicorn/no-thenable */
  await ada.call("leadSending.saveRules", { rules });
  const lead = await routedLead(ada);
  const [hop] = await untilOver(ada, lead, 1);
  const url = returnUrl(receiver.received[0]?.headers["kith-return-url"]);
  const reason = "Wrong number\r\n<script>alert(1)</script>";
  const answer = await post(url, { reason });
  assert.deepEqual([answer.status, await answer.json()], [200, { returned: true }]);
  const hops = await untilOver(ada, lead, 2);
  assert.deepEqual(statesOf(hops), ["returned", "accepted"]);
  assert.equal(hops[0]?.return_reason, reason, "as it was written, as data");
  assert.equal(hops[1]?.destination.id, second.id);
  assert.equal((await post(url, { reason })).status, 409);
  const capped = await untilOver(ada, await routedLead(ada), 1);
  assert.equal(capped[0]?.destination.id, first.id, "the cap has room again");
  assert.equal(hop?.destination.id, first.id);
});

test("nobody returns a lead without its own token, or after the destination's time", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { id } = await httpDestination(ada, receiver.url, { return_days: 3 });
  await sendTo(ada, id);
  const [hop] = await untilOver(ada, await routedLead(ada), 1);
  const [other] = await untilOver(ada, await routedLead(ada), 1);
  const urls = receiver.received.map(({ headers }) => returnUrl(headers["kith-return-url"]));
  const own = urls.find((url) => url.includes(hop?.id ?? "-")) ?? "";
  for (const wrong of [
    own.replace(hop?.id ?? "", other?.id ?? ""),
    own.replace(/token=.*/, "token="),
    own.replace(/token=.{30}/, "token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
    own.slice(0, -2),
    own.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
  ])
    assert.equal((await post(wrong, { reason: "mine" })).status, 404, wrong);
  assert.equal((await post(own, {})).status, 422);
  assert.equal((await post(own, ["reason"])).status, 422);
  service().clock.advance(3 * DAY_MS + 1);
  assert.equal((await post(own, { reason: "late" })).status, 409);
  await assert.rejects(ada.call("leadSending.returnLead", { id: hop?.id ?? "", reason: "late" }), { code: "too_late" });
});

/** Two companies of which the first sends every lead to the second. */
async function partners(): Promise<[ada: Person, eve: Person, code: { id: string; code: string }]> {
  const [ada, eve] = [await service().given.admin(), await service().given.admin("Eve")];
  const { code, lead_code } = await eve.call("leadSending.createCode", { name: "Ada" });
  const { destination } = await ada.call("leadSending.createDestination", { name: "Eve", kind: "company", code });
  await sendTo(ada, destination.id);
  return [ada, eve, { id: lead_code.id, code }];
}

const leadsOf = async (person: Person) => (await person.call("records.list", { type: "lead" })).items;

test("a lead goes to another company by its code, is there once, and comes back with a reason from there", async () => {
  await using _worker = await startWorker();
  const [ada, eve, { id }] = await partners();
  const lead = await routedLead(ada, { name: "Mara Holt", message: "Please call" });
  const [hop] = await untilOver(ada, lead, 1);
  assert.equal(hop?.state, "accepted");
  while ((await leadsOf(eve)).length === 0) await setTimeout(50);
  const [there] = await leadsOf(eve);
  assert.equal(there?.title, "Mara Holt");
  assert.deepEqual([there?.values["message"], there?.values["owner"]], ["Please call", undefined]);
  assert.ok((await eve.call("leadSending.listCodes", {})).items[0]?.last_used_at);
  await eve.call("leadSending.returnReceived", { id: there?.id ?? "", reason: "Not in our area" });
  const [returned] = await untilDeliveries(ada, lead, ([one]) => one?.state === "returned");
  assert.equal(returned?.return_reason, "Not in our area");
  await assert.rejects(eve.call("leadSending.returnReceived", { id: there?.id ?? "", reason: "again" }), { code: "already_returned" });

  await eve.call("leadSending.setCodeState", { id, is_on: false });
  const [refused] = await untilOver(ada, await routedLead(ada), 1);
  assert.deepEqual([refused?.state, refused?.reason], ["refused", "Its code is gone"]);
  assert.equal((await leadsOf(eve)).length, 1);
});

test("two companies that send everything to each other do not send a lead round in a circle", async () => {
  await using _worker = await startWorker();
  const [ada, eve] = await partners();
  const { code } = await ada.call("leadSending.createCode", { name: "Eve" });
  const { destination } = await eve.call("leadSending.createDestination", { name: "Ada", kind: "company", code });
  await sendTo(eve, destination.id);
  await untilOver(ada, await routedLead(ada), 1);
  const sentBack = async () => (await eve.call("leadSending.listDeliveries", { state: "refused" })).items;
  while ((await sentBack()).length === 0) await setTimeout(50);
  assert.equal((await sentBack())[0]?.reason, "This lead already passed through that company");
  assert.deepEqual([(await leadsOf(ada)).length, (await leadsOf(eve)).length], [1, 1]);
});

test("a code that nobody has, and one's own, are refused when a lead is sent", async () => {
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { code } = await ada.call("leadSending.createCode", { name: "Me" });
  const own = await ada.call("leadSending.createDestination", { name: "Own", kind: "company", code });
  const none = await ada.call("leadSending.createDestination", { name: "None", kind: "company", code: "leadcode_guessed" });
  await sendTo(ada, own.destination.id, none.destination.id);
  const hops = await untilOver(ada, await routedLead(ada), 2);
  assert.deepEqual(statesOf(hops), ["refused", "refused"]);
  assert.equal((await leadsOf(ada)).length, 1);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { httpDestination, routedLead, sendTo, statesOf, untilDeliveries, untilOver } from "../../../../test/lead-sending.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { sharedService } from "../../../../test/service.ts";

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

/** A worker that sends, for the rest of a test. */
async function startWorker() {
  const worker = await service().app.startWorker();
  return { [Symbol.asyncDispose]: () => worker.stop() };
}

test("a lead arrives signed, mapped, with its delivery's id as idempotency key, and the log says so", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, secret } = await httpDestination(ada, receiver.url, {
    headers: { authorization: "Bearer abc" },
    mapping: [{ to: "person.email", from: "field", value: "email" }],
  });
  await sendTo(ada, id);
  const lead = await routedLead(ada);
  const [hop] = await untilOver(ada, lead, 1);
  assert.ok(hop);
  const [message] = receiver.received;
  assert.ok(message);
  assert.deepEqual(JSON.parse(message.body), { person: { email: "mara@fernhill.example" } });
  assert.deepEqual([message.headers["idempotency-key"], message.headers["webhook-id"]], [hop.id, hop.id]);
  assert.equal(message.headers["authorization"], "Bearer abc");
  new Webhook(secret).verify(message.body, message.headers);
  assert.deepEqual([hop.state, hop.tries, hop.lead?.name, hop.destination.name], ["accepted", 1, "Mara Holt", "Partner"]);
  const seen = await ada.call("leadSending.getDelivery", { id: hop.id });
  assert.deepEqual([seen.body, seen.attempts[0]?.status], [message.body, 204]);
  const seenByMember = await max.call("leadSending.getDelivery", { id: hop.id });
  assert.deepEqual([seenByMember.body, seenByMember.attempts[0]?.answer, seenByMember.attempts[0]?.status], [null, null, 204]);
  const { last_day: day, state } = await max.call("leadSending.getDestination", { id });
  assert.deepEqual([state, day.accepted, day.refused], ["on", 1, 0]);
});

test("a lead goes down the rules until one takes it: an answer that says no, an error, no answer in time, accepted", async () => {
  using receiver = await startWebhookReceiver((one, response) => {
    if (one.path === "/no") response.writeHead(200, { "content-type": "application/json" }).end('{"result":{"status":"duplicate lead"}}');
    else if (one.path === "/error") response.writeHead(500).end("broken");
    else if (one.path === "/yes") response.writeHead(200).end('{"result":{"status":"ok"}}');
  });
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const at = (path: string) => receiver.url.replace("/hook", path);
  const accept = {
    accepted: { path: "result.status", is: "equals" as const, text: "ok" },
    refused: { path: "result.status", is: "contains" as const, text: "duplicate" },
  };
  const destinations = [
    await httpDestination(ada, at("/no"), { accept }),
    await httpDestination(ada, at("/error")),
    await httpDestination(ada, at("/never"), { timeout_seconds: 1 }),
    await httpDestination(ada, at("/yes"), { accept }),
    await httpDestination(ada, at("/yes")),
  ];
  await sendTo(ada, ...destinations.map(({ id }) => id));
  const lead = await routedLead(ada);
  const hops = await untilOver(ada, lead, 4);
  assert.deepEqual(statesOf(hops), ["refused", "refused", "timeout", "accepted"]);
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ["/no", "/error", "/never", "/yes"],
  );
  assert.deepEqual(
    hops.map(({ destination }) => destination.id),
    destinations.slice(0, 4).map(({ id }) => id),
  );
  assert.deepEqual(
    hops.map(({ reason }) => reason),
    ["Its answer says no", "Status 500", "No answer in time", null],
  );
  assert.equal(new Set(hops.map(({ decision }) => decision)).size, 4);
  const { state, reason } = await ada.call("leadSending.getDestination", { id: destinations[1]?.id ?? "" });
  assert.deepEqual([state, reason], ["failing", "Status 500"]);
});

test("a cut connection is unknown, tried once more with the same key, and then the rule says whether to go on or to hold", async () => {
  using receiver = await startWebhookReceiver((_, response) => void response.destroy());
  using other = await startWebhookReceiver();
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const first = await httpDestination(ada, receiver.url);
  const second = await httpDestination(ada, other.url);
  await sendTo(ada, { id: first.id, onUnknown: "next" }, second.id);
  const goesOn = await untilOver(ada, await routedLead(ada), 2);
  assert.deepEqual(statesOf(goesOn), ["unknown", "accepted"]);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["idempotency-key"]),
    [goesOn[0]?.id, goesOn[0]?.id],
  );
  assert.equal(receiver.received[0]?.body, receiver.received[1]?.body, "the same bytes");

  await sendTo(ada, { id: first.id, onUnknown: "hold" }, second.id);
  const lead = await routedLead(ada);
  const [held] = await untilOver(ada, lead, 1);
  assert.deepEqual([held?.state, held?.is_held, held?.tries], ["unknown", true, 2]);
  await assert.rejects(ada.call("leadSending.returnLead", { id: held?.id ?? "", reason: "x" }), { code: "not_accepted" });
  assert.equal((await ada.call("leadSending.listDeliveries", { state: "unknown" })).items.length, 2, "every unknown is shown");

  receiver.answerStatus(200);
  const before = receiver.received.length;
  await ada.call("leadSending.resendDelivery", { id: held?.id ?? "" });
  const [sentAgain] = await untilDeliveries(ada, lead, ([one]) => one?.state === "accepted");
  assert.equal(sentAgain?.tries, 3);
  assert.equal(receiver.received[before]?.headers["idempotency-key"], held?.id);
  await assert.rejects(ada.call("leadSending.resendDelivery", { id: held?.id ?? "" }), { code: "not_resendable" });
});

test("a busy receiver is asked again with the same key, and is refused after three more times", async () => {
  using receiver = await startWebhookReceiver();
  receiver.answerStatus(429, { "retry-after": "1" });
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { id } = await httpDestination(ada, receiver.url);
  await sendTo(ada, id);
  const refused = await untilOver(ada, await routedLead(ada), 1);
  assert.deepEqual([statesOf(refused), refused[0]?.tries, receiver.received.length], [["refused"], 4, 4]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["idempotency-key"])).size, 1);
  receiver.answerWith((_, response) => void response.writeHead(receiver.received.length === 5 ? 503 : 200, { "retry-after": "1" }).end());
  const accepted = await untilOver(ada, await routedLead(ada), 1);
  assert.deepEqual([statesOf(accepted), accepted[0]?.tries], [["accepted"], 2]);
});

test("a teammate becomes the owner; a destination that is paused, deleted or of somebody who left is passed over", async () => {
  using receiver = await startWebhookReceiver();
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const gone = await httpDestination(ada, receiver.url);
  const mate = await ada.call("leadSending.createDestination", { name: "Max", kind: "teammate", member: max.userId });
  await sendTo(ada, gone.id, mate.destination.id);
  // Reserved first, and then its destination is deleted before a worker looks.
  const lead = await routedLead(ada);
  await ada.call("leadSending.deleteDestination", { id: gone.id });
  await using _worker = await startWorker();
  const hops = await untilDeliveries(ada, lead, (all) =>
    all.some((one) => one.destination.id === mate.destination.id && one.state === "accepted"),
  );
  assert.ok(hops.length <= 2);
  const record = await ada.call("records.get", { id: lead });
  assert.deepEqual(record.values["owner"], { id: max.userId, name: "Max Member" });

  await ada.call("leadSending.setDestinationState", { id: mate.destination.id, state: "paused" });
  const unsent = await routedLead(ada);
  await setTimeout(300);
  assert.deepEqual(await untilDeliveries(ada, unsent, () => true), [], "no rule takes it");
});

test("a test is sent to the destination, is marked, and no rule goes on after it", async () => {
  using receiver = await startWebhookReceiver((_, response) => void response.writeHead(400).end("no tests please"));
  await using _worker = await startWorker();
  const ada = await service().given.admin();
  const { id } = await httpDestination(ada, receiver.url);
  const { delivery } = await ada.call("leadSending.testDestination", { id });
  const read = async () => (await ada.call("leadSending.getDelivery", { id: delivery })).delivery;
  while ((await read()).state !== "refused") await setTimeout(30);
  assert.equal(receiver.received[0]?.headers["kith-test"], "true");
  assert.equal((JSON.parse(receiver.received[0]?.body ?? "{}") as { is_test?: boolean }).is_test, true);
  assert.deepEqual([(await read()).is_test, (await read()).lead], [true, null]);
});

test("deliveries, leads and rules of another company are not found, and its destination cannot be named in a rule", async () => {
  using receiver = await startWebhookReceiver();
  await using _worker = await startWorker();
  const [ada, eve] = [await service().given.admin(), await service().given.admin("Eve")];
  const { id } = await httpDestination(ada, receiver.url);
  await sendTo(ada, id);
  const lead = await routedLead(ada);
  const [hop] = await untilOver(ada, lead, 1);
  for (const ask of [
    () => eve.call("leadSending.getDelivery", { id: hop?.id ?? "" }),
    () => eve.call("leadSending.resendDelivery", { id: hop?.id ?? "" }),
    () => eve.call("leadSending.returnLead", { id: hop?.id ?? "", reason: "mine" }),
    () => eve.call("leadSending.returnReceived", { id: lead, reason: "mine" }),
    () => eve.call("leadSending.routeAgain", { id: lead }),
    () => sendTo(eve, id),
  ])
    await assert.rejects(ask(), ({ status }: { status: number }) => status === 404 || status === 422, ask.toString());
  assert.deepEqual((await eve.call("leadSending.listDeliveries", { lead })).items, []);
  assert.deepEqual((await eve.call("leadSending.listDeliveries", { destination: id })).items, []);
  assert.equal(receiver.received.length, 1);
});

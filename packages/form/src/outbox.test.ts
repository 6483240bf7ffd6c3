import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { until } from "../../../server/test/waiting.ts";
import { createOutbox, type Outcome, type Lead, type Problem, type Store } from "./outbox.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-11-17T09:30:00Z");

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An outbox, the service it sends to, and what its page is told. */
async function given(t: TestContext, answer: Answer, options: { store?: () => Store; isSeen?: boolean } = {}) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["Date"], now: NOW_MS });
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      bodies.push(body);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/`;
  const store: Store = {};
  const outcomes: [string, Outcome, Problem?][] = [];
  const outbox = createOutbox({
    host,
    store: options.store ?? (() => store),
    tell(...what) {
      outcomes.push(what);
      return options.isSeen ?? true;
    },
    alone: (_name, run) => run(),
  });
  const lead = (id: string, other: Partial<Lead> = {}): Lead => ({
    id,
    at: NOW_MS,
    to: `${host}form`,
    body: { _id: id, name: "Ines" },
    ...other,
  });
  return { outbox, lead, store, outcomes, bodies };
}

const say = (status: number, body = "{}", headers = {}) => ((_, response) => void response.writeHead(status, headers).end(body)) as Answer;

test("a lead is kept before it is sent, and dropped once the service has it", async (t) => {
  const { outbox, lead, store, outcomes } = await given(t, say(202));
  const one = lead("a");
  outbox.keep(one);
  assert.deepEqual(Object.keys(store), ["kith-lead:a"]);
  await outbox.send(one);
  assert.deepEqual([outcomes, Object.keys(store)], [[["a", "sent"]], []]);
});

test("429 and 5xx are not sent yet, and tried again; what came through is told then", async (t) => {
  t.mock.method(Math, "random", () => 0);
  let times = 0;
  const { outbox, lead, store, outcomes } = await given(t, (request, response) => say(times++ === 0 ? 503 : 202)(request, response));
  const one = lead("a");
  outbox.keep(one);
  await outbox.send(one);
  assert.deepEqual([outcomes, Object.keys(store).length], [[["a", "later"]], 1]);
  await until(() => outcomes.length > 1, "it is told again");
  assert.deepEqual(outcomes.at(-1), ["a", "sent"]);
  assert.deepEqual(store, {});
});

test("a refused lead is told with its errors and dropped where somebody sees it, kept where nobody does", async (t) => {
  const problem = { errors: [{ pointer: "/email", message: "Not an email address." }] };
  const seen = await given(t, say(422, JSON.stringify(problem)));
  seen.outbox.keep(seen.lead("a"));
  await seen.outbox.send(seen.lead("a"));
  assert.deepEqual([seen.outcomes, seen.store], [[["a", "refused", problem]], {}]);
  const unseen = await given(t, say(404, "<p>no JSON"), { isSeen: false });
  unseen.outbox.keep(unseen.lead("a"));
  await unseen.outbox.send(unseen.lead("a"));
  assert.equal(unseen.outcomes[0]?.[1], "refused");
  assert.equal(Object.keys(unseen.store).length, 1);
});

test("what is in the store may be anything: only our leads for this host are sent, and none after 7 days", async (t) => {
  const { outbox, lead, store, bodies } = await given(t, say(202));
  outbox.keep(lead("fresh", { at: NOW_MS - 6 * DAY_MS }));
  outbox.keep(lead("old", { at: NOW_MS - 8 * DAY_MS }));
  outbox.keep(lead("elsewhere", { to: "https://other.example/f/form" }));
  Object.assign(store, {
    "kith-lead:broken": "{",
    "kith-lead:null": "null",
    "kith-lead:list": "[]",
    "kith-lead:number": '{"to":5}',
    theirs: "theirs",
  });
  outbox.flush();
  await until(() => !("kith-lead:fresh" in store), "what is fresh is sent");
  await setTimeout(300);
  assert.deepEqual(
    bodies.map((body) => (JSON.parse(body) as { _id: string })._id),
    ["fresh"],
  );
  assert.deepEqual(Object.keys(store).toSorted(), [
    "kith-lead:broken",
    "kith-lead:elsewhere",
    "kith-lead:list",
    "kith-lead:null",
    "kith-lead:number",
    "theirs",
  ]);
});

test("without a store, and with a full one, the lead is in memory", async (t) => {
  const refusing = (): Store => {
    throw new Error("blocked");
  };
  const full = new Proxy<Store>({}, { set: () => false });
  for (const store of [refusing, () => full]) {
    const { outbox, lead, outcomes, bodies } = await given(t, say(202), { store });
    outbox.keep(lead("a"));
    outbox.flush();
    await until(() => outcomes.length > 0, "it is told");
    assert.deepEqual([outcomes, bodies.length], [[["a", "sent"]], 1]);
  }
});

test("leaving sends what waits and keeps it: nobody hears the answer", async (t) => {
  const { outbox, lead, store, outcomes, bodies } = await given(t, say(202));
  outbox.keep(lead("a"));
  outbox.leave();
  await until(() => bodies.length > 0, "it is sent");
  await setTimeout(200);
  assert.deepEqual([bodies.length, outcomes, Object.keys(store).length], [1, [], 1]);
});

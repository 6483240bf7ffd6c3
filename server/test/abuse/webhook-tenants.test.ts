import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/platform/random.ts";
import { sampleId, showId } from "../../src/platform/ids.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { placesIn, propertiesOf, reachable } from "../inputs.ts";
import { giveWebhook } from "../outbound/give-webhook.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
const OPERATIONS = reachable.filter(({ name }) => name.startsWith("webhooks."));

type Things = Awaited<ReturnType<typeof giveWebhook>>;

/** Every place of these operations that names a thing, with the prefix of what it names. */
const PREFIXES: Record<string, keyof Things> = { id: "whk", webhook: "whk", target: "whk", event: "evt", "events[]": "evt", replay: "rpl" };

async function settle(): Promise<{ admin: Person; things: Things }> {
  const admin = await service().given.admin();
  return { admin, things: await giveWebhook(admin) };
}

const placesOf = (operation: Operation) => [...(propertiesOf(operation).includes("id") ? ["id"] : []), ...placesIn(operation)];

/** The operation's example about these things, with another one at this place. */
function inputFor({ example }: Operation, things: Things, place: string, id: string): Record<string, unknown> {
  const text = Object.entries(things).reduce((all, [prefix, own]) => all.replaceAll(sampleId(prefix), own), JSON.stringify(example));
  const own = JSON.parse(text) as Record<string, unknown>;
  return place.endsWith("[]") ? { ...own, [place.slice(0, -2)]: [id] } : { ...own, [place]: id };
}

test("another company's webhook, event or replay is like one that does not exist, at every place of every operation", async () => {
  const [{ admin, things: mine }, { things: theirs }] = [await settle(), await settle()];
  const { key } = await admin.key();
  await service().rest(key, "GET", "/me"); // the first use of a key is an event
  const before = await snapshot(service());
  const tried: string[] = [];
  for (const operation of OPERATIONS) {
    for (const place of placesOf(operation)) {
      const prefix = PREFIXES[place];
      assert.ok(prefix, `say what ${operation.name} names at ${place}`);
      const ask = async (id: string) => {
        const answer = await admin.post(operation.name, inputFor(operation, mine, place, id));
        return `${answer.status} ${(await answer.text()).replaceAll(id, "…").replaceAll(/op_\w+|"request_id":"[^"]*"/g, "")}`;
      };
      const answer = await ask(theirs[prefix]);
      assert.equal(answer, await ask(showId(prefix, newId())), `${operation.name} ${place}`);
      assert.match(answer, /^404 |^200 .*("items":\[\]|"deliveries":\[\]|"queued":0)/, `${operation.name} ${place}`);
      if (operation.tool) {
        const params = { name: operation.tool.name, arguments: inputFor(operation, mine, place, theirs[prefix]) };
        const text = await (await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).text();
        assert.match(text, /"isError":true|"deliveries":\[\]|"queued":0/, `${operation.tool.name} ${place}`);
      }
      tried.push(`${operation.name} ${place}`);
    }
  }
  assert.ok(tried.length >= 24, `${tried.length} places: ${tried.join()}`);
  assert.deepEqual(await snapshot(service()), before, "nothing was written, for either company");
});

test("the same calls with things of one's own are answered: there was no other reason to refuse them", async () => {
  for (const operation of OPERATIONS) {
    for (const place of placesOf(operation)) {
      const { admin, things } = await settle();
      const answer = await admin.post(operation.name, inputFor(operation, things, place, things[PREFIXES[place] ?? "whk"]));
      assert.ok(answer.ok, `${operation.name} ${place} ${await answer.text()}`);
    }
  }
});

test("of several messages to send again only one's own are sent, and the others are called missing", async () => {
  const [{ admin, things: mine }, { admin: victim, things: theirs }] = [await settle(), await settle()];
  const answer = await admin.call("webhooks.resendDeliveries", { id: mine.whk, events: [mine.evt, theirs.evt] });
  assert.deepEqual([answer.queued, answer.missing], [1, [theirs.evt]]);
  const { attempts, is_overtaken } = await victim.call("webhooks.getDelivery", { id: theirs.whk, event: theirs.evt });
  assert.deepEqual([attempts, is_overtaken], [[], false]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/platform/random.ts";
import { sampleId, showId } from "../../src/platform/ids.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { giveChannel } from "../channels/give-channel.ts";
import { placesIn, propertiesOf, reachable } from "../inputs.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
const OPERATIONS = reachable.filter(({ name }) => name.startsWith("channels."));

interface Things {
  chn: string;
  itm: string;
  usr: string;
}

/** Every place of these operations that names a thing, with the prefix of what it names. */
const PREFIXES: Record<string, keyof Things> = { id: "chn", item: "itm", "members[]": "usr" };

async function settle(): Promise<{ admin: Person; things: Things }> {
  const admin = await service().given.admin();
  const { userId } = await service().given.member(admin);
  return { admin, things: { ...(await giveChannel(service(), admin)), usr: userId } };
}

const placesOf = (operation: Operation) => [...(propertiesOf(operation).includes("id") ? ["id"] : []), ...placesIn(operation)];

/** The operation's example about these things, with another one at this place. */
function inputFor({ example }: Operation, things: Things, place: string, id: string): Record<string, unknown> {
  const text = Object.entries(things).reduce((all, [prefix, own]) => all.replaceAll(sampleId(prefix), own), JSON.stringify(example));
  const own = JSON.parse(text) as Record<string, unknown>;
  return place === "members[]" ? { ...own, access: "chosen", members: [id] } : { ...own, [place]: id };
}

test("another company's channel, item or member is like one that does not exist, at every place of every operation", async () => {
  const [{ admin, things: mine }, { things: theirs }] = [await settle(), await settle()];
  const before = await snapshot(service());
  const tried: string[] = [];
  for (const operation of OPERATIONS.filter(({ example }) => example)) {
    for (const place of placesOf(operation)) {
      const prefix = PREFIXES[place];
      assert.ok(prefix, `say what ${operation.name} names at ${place}`);
      const ask = async (id: string) => {
        const answer = await admin.post(operation.name, inputFor(operation, mine, place, id));
        return `${answer.status} ${(await answer.text()).replaceAll(id, "…").replaceAll(/op_\w+|"request_id":"[^"]*"/g, "")}`;
      };
      const answer = await ask(theirs[prefix]);
      assert.equal(answer, await ask(showId(prefix, newId())), `${operation.name} ${place}`);
      assert.match(answer, /^404 /, `${operation.name} ${place}`);
      tried.push(`${operation.name} ${place}`);
    }
  }
  assert.ok(tried.length >= 13, `${tried.length} places: ${tried.join()}`);
  assert.deepEqual(await snapshot(service()), before, "nothing was written, for either company");
});

test("the same calls with things of one's own are answered: there was no other reason to refuse them", async () => {
  for (const operation of OPERATIONS.filter(({ example }) => example)) {
    for (const place of placesOf(operation)) {
      const { admin, things } = await settle();
      const answer = await admin.post(operation.name, inputFor(operation, things, place, things[PREFIXES[place] ?? "chn"]));
      assert.ok(answer.ok, `${operation.name} ${place} ${await answer.text()}`);
    }
  }
});

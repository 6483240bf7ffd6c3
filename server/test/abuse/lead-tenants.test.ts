import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import type { Operation } from "../../src/kernel/operation.ts";
import { sampleId, showId } from "../../src/platform/ids.ts";
import { newId } from "../../src/platform/random.ts";
import { placesIn, propertiesOf, reachable } from "../inputs.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { furnishLeads } from "./furnish-leads.ts";

const service = sharedService({ env: { API_CONCURRENCY: "1000" } });
const OPERATIONS = reachable.filter(({ name, access }) => /^lead(s|Sending)\./.test(name) && access !== "public");

type Things = Record<string, string>;

async function settle(name: string): Promise<{ admin: Person; things: Things }> {
  const admin = await service().given.admin();
  const { lead = [], ...made } = await furnishLeads(service(), admin, name);
  const things = Object.fromEntries(Object.entries(made).map(([prefix, ids]) => [prefix, ids[0] ?? ""]));
  return { admin, things: { ...things, rec: lead[0] ?? "", usr: admin.userId } };
}

/** Places that name a thing, each with what it names, where its example does not have it. */
const MORE: Record<string, unknown> = {
  user: sampleId("usr"),
  person: sampleId("usr"),
  rule: sampleId("rul"),
  destination: sampleId("dst"),
  lead: sampleId("rec"),
  source: sampleId("src"),
};

/** Its example is about another kind. */
const EXAMPLES: Record<string, object> = {
  "leadSending.createDestination": { name: "Here", kind: "teammate", member: sampleId("usr") },
  "leadSending.updateDestination": { id: sampleId("dst"), member: sampleId("usr") },
};

/** Refused, nothing listed, nothing changed, or a file with nothing but its head. */
const NOTHING_OF_THEIRS = /^(404|409|422) |^20\d .*("items":\[\]|"changed":0|"changed":\[|"text":"\ufeffWhen,[^"]*Took \(ms\)\\r\\n")/;

const placesOf = (operation: Operation) => [...(propertiesOf(operation).includes("id") ? ["id"] : []), ...placesIn(operation)];

/** The ids of an example, wherever they are, with the caller's own in their place. */
const ownIds = (value: unknown, things: Things) =>
  JSON.stringify(value).replaceAll(/\b([a-z]+)_01k9y3m5t7v9x1b3d5f7h9jkm[0-9a-z]/g, (sample, prefix: string) => things[prefix] ?? sample);

test("another company's form, rule, destination, person or lead is like one that does not exist", async () => {
  const [{ admin, things: mine }, { things: theirs }] = [await settle("alder"), await settle("birch")];
  const before = await snapshot(service());
  const tried: string[] = [];
  for (const operation of OPERATIONS) {
    const example = EXAMPLES[operation.name] ?? operation.example ?? {};
    for (const [prefix, foreign] of Object.entries(theirs)) {
      const named = Object.fromEntries(Object.entries(MORE).filter(([key]) => propertiesOf(operation).includes(key)));
      const own = ownIds({ ...named, ...example }, mine);
      if (!own.includes(mine[prefix] ?? "-")) continue;
      const ask = async (id: string) => {
        const answer = await admin.post(operation.name, JSON.parse(own.replaceAll(mine[prefix] ?? "-", id)));
        return `${answer.status} ${(await answer.text()).replaceAll(id, "…").replaceAll(/(?:op|rul)_\w+|"(?:request_id|ms)":[^,}]*/g, "")}`;
      };
      const answer = await ask(foreign);
      assert.equal(answer, await ask(showId(prefix, newId())), `${operation.name} ${prefix}`);
      assert.match(answer, NOTHING_OF_THEIRS, `${operation.name} ${prefix}`);
      tried.push(`${operation.name} ${prefix}`);
    }
    const places = placesOf(operation);
    if (places.length > 0)
      assert.ok(
        tried.some((one) => one.startsWith(`${operation.name} `)),
        `give ${operation.name} an example with ${places.join()}`,
      );
  }
  assert.ok(tried.length >= 30, `${tried.length} places: ${tried.join()}`);
  assert.deepEqual(await snapshot(service()), before, "nothing was written, for either company");
});

test("a cursor of another company, of another list, or edited is 400 in every list of leads", async () => {
  const lists = OPERATIONS.filter(({ input }) => "cursor" in (input as z.ZodObject).shape);
  const cursorsOf = async ({ admin, things }: Awaited<ReturnType<typeof settle>>) => {
    const found = new Map<string, { input: object; cursor: string }>();
    for (const { name, input } of lists) {
      const takes = (key: string) => key in (input as z.ZodObject).shape;
      const asked = { ...(takes("limit") ? { limit: 1 } : {}), ...(takes("id") ? { id: things["rec"] } : {}) };
      const { next_cursor: cursor } = (await admin.call(name as "leads.listSources", asked)) as { next_cursor: string | null };
      found.set(name, { input: asked, cursor: cursor ?? "" });
    }
    return found;
  };
  const [mine, theirs] = [await settle("alder"), await settle("birch")];
  const [own, foreign] = [await cursorsOf(mine), await cursorsOf(theirs)];
  assert.ok([...own.values()].filter(({ cursor }) => cursor).length >= 5, "most lists have a second page");
  for (const { name } of lists) {
    const { input, cursor: good } = own.get(name) ?? { input: {}, cursor: "" };
    if (good) assert.equal((await mine.admin.post(name, { ...input, cursor: good })).status, 200, name);
    const others = [...own].filter(([from]) => from !== name).map(([, one]) => one.cursor);
    const edited = good ? [good.slice(0, -1), `${good}A`, good.slice(0, 5) + (good[5] === "A" ? "B" : "A") + good.slice(6)] : [];
    for (const cursor of [...others, ...[...foreign.values()].map((one) => one.cursor), ...edited, "e30"].filter(Boolean)) {
      const answer = await mine.admin.post(name, { ...input, cursor });
      assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, "bad_cursor"], `${name} ${cursor}`);
    }
  }
});

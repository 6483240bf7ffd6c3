import "../../../test/components.ts";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { deal } from "../../../test/fixtures.ts";
import { givenService } from "../../../test/service.ts";
import { conditionsOf, joined } from "./conditions.ts";
import { shareTexts } from "./share-texts.ts";

const { countQuery, loadFilterReach, narrowed } = await import("./matching.ts");
const { types } = await import("../types/index.ts");

before(() => Object.defineProperty(globalThis, "window", { value: { location: { origin: "https://kith.example" } }, configurable: true }));
after(() => Reflect.deleteProperty(globalThis, "window"));

const FILTERS: [filter: string, conditions: string[] | undefined][] = [
  ["stage:won", ["stage:won"]],
  ["stage:won owner:@me", ["stage:won", "owner:@me"]],
  ["(stage:won OR stage:lost) owner:@me", ["(stage:won OR stage:lost)", "owner:@me"]],
  ["stage:(", undefined],
];

test("a filter is the conditions that must all hold, and they are the filter again", () => {
  for (const [filter, conditions] of FILTERS) {
    const read = conditionsOf(filter);
    if (conditions === undefined) assert.equal(read, undefined, filter);
    else {
      assert.equal(read?.length, conditions.length, filter);
      assert.deepEqual(conditionsOf(joined(read ?? [])), read, "nothing is lost on the way there and back");
    }
  }
});

test("a condition taken away leaves the others", () => {
  const [, second] = conditionsOf("stage:won owner:@me") ?? [];
  assert.equal(joined([second ?? ""]), "owner:@me");
  assert.equal(joined([]), "");
});

test("one more condition holds for all of a filter, also for one with an or", () => {
  assert.equal(narrowed("", "stage:won"), "stage:won");
  assert.equal(narrowed("  ", "stage:won"), "stage:won");
  assert.equal(narrowed("a:1 OR b:2", "stage:won"), "(a:1 OR b:2) stage:won");
});

test("how many match is asked with one row, and without an empty filter", async (t) => {
  const calls = givenService(t, () => ({ body: { items: [], next_cursor: null, count: { value: 43, is_exact: true } } }));
  const ask = async (filter: string) => {
    const { queryFn } = countQuery("deal", filter);
    assert.ok(typeof queryFn === "function");
    return queryFn({ signal: new AbortController().signal } as never);
  };
  assert.deepEqual(await ask("is:open"), { value: 43, is_exact: true });
  await ask("");
  assert.deepEqual(
    calls.map(({ input }) => input),
    [
      { type: "deal", limit: 1, fields: ["name"], filter: "is:open" },
      { type: "deal", limit: 1, fields: ["name"] },
    ],
  );
});

test("the part that reads filters is fetched when it is wanted", async () => {
  assert.equal(typeof (await loadFilterReach()).looksAt, "function");
});

test("a record found by its id depends on no other field, and what cannot be read may depend on any", async () => {
  const { dependsOn } = await loadFilterReach();
  const client = new QueryClient();
  client.setQueryData([...types.queryKey], { items: [deal] });
  const asked = (filter: string, field: string) => dependsOn(client, "deal", filter, "deal", [field]);
  const id = "rec_01m7tzw1szewxt2zm7nv769cgp";
  assert.equal(asked(`name:x -id:${id}`, "stage"), false);
  assert.equal(asked(`name:x -id:${id}`, "name"), true);
  assert.equal(asked("no_such_field:x", "stage"), true);
});

test("a list is shared as an address, as a call and as the arguments of a tool", () => {
  const [url, call, tool] = shareTexts({ type: "deal", filter: "stage:won", sort: "-amount", link: "https://kith.example/records/deal" });
  assert.equal(url?.text, "https://kith.example/records/deal");
  assert.match(call?.text ?? "", /^curl -G https:\/\/kith\.example\/api\/v1\/\S*deal\S* \\\n/);
  assert.match(call?.text ?? "", /--data-urlencode 'filter=stage:won' \\\n {2}--data-urlencode 'sort=-amount'$/);
  assert.doesNotMatch(call?.text ?? "", /kith_[a-z0-9]{8}/i, "no key in it, only where it is kept");
  assert.deepEqual(JSON.parse(tool?.text ?? ""), { type: "deal", filter: "stage:won", sort: "-amount" });
});

test("what is in a filter cannot break out of the shell's quotes", () => {
  const [, call] = shareTexts({ type: "deal", filter: 'name:"O\'Neill" $(rm -rf ~) `id`', link: "" });
  assert.ok(call?.text.includes(String.raw`'filter=name:"O'\''Neill" $(rm -rf ~) ` + "`id`'"));
});

test("a list without a filter is asked for without one", () => {
  const [, call, tool] = shareTexts({ type: "deal", filter: "", link: "" });
  assert.doesNotMatch(call?.text ?? "", /data-urlencode/);
  assert.deepEqual(JSON.parse(tool?.text ?? ""), { type: "deal" });
});

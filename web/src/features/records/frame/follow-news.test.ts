import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import type { LiveNews } from "@kith/server/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { record } from "../../../../test/fixtures.ts";
import { givenService, problem } from "../../../../test/service.ts";
import type { LiveChange, LiveTools } from "../../../live/apply-news.ts";
import { createRecentChanges } from "../../../live/recent-change.ts";

const { followRecords } = await import("./follow-news.ts");

const bo = { id: "bo", name: "Bo" };
const change = (id: string, version: number | null, more: Partial<LiveChange> = {}): LiveChange =>
  ({
    type: "record.updated",
    subject: { type: "rec", id },
    record_type: "deal",
    fields: ["stage"],
    version,
    actor: bo,
    key: null,
    ...more,
  }) as LiveChange;
const news = (changes: LiveChange[], crowds: object[] = []) => ({ changes, crowds }) as unknown as LiveNews;

/** A page that shows these records in a list, and a service that has them in version 9. */
function given(t: TestContext, shown: string[]) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const client = new QueryClient();
  t.after(() => client.clear());
  const calls = givenService(t, ({ input }) => {
    if (input["id"] === "gone") return problem(404, "not_found", "There is none.");
    return {
      body: record(String(input["id"]), {
        version: 9,
        title: "new",
        deleted_at: input["id"] === "trashed" ? "2026-11-15" : null,
      }),
    };
  });
  const key = ["records.list", { type: "deal", cursor: null }];
  client.setQueryData(key, { items: shown.map((id) => record(id)), next_cursor: null, count: { value: shown.length, is_exact: true } });
  // Somebody looks at it: an answer that nobody looks at is not on the page.
  const leave = new QueryObserver(client, {
    queryKey: key,
    queryFn: () => client.getQueryData(key),
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  t.after(leave);
  const planned: string[] = [];
  const staleNames = new Set<string>();
  const recent = createRecentChanges();
  const tools: LiveTools = {
    client,
    userId: "ada",
    recent,
    refresher: {
      soon(name, pace, run) {
        planned.push(`${pace} ${name}`);
        run();
      },
      stale(isOld) {
        for (const query of client.getQueryCache().getAll())
          if (isOld(String(query.queryKey[0]), query)) staleNames.add(JSON.stringify(query.queryKey));
      },
      stop() {},
    },
  };
  const titles = () => client.getQueryData<{ items: { id: string; title: string }[] }>(key)?.items.map(({ id, title }) => `${id} ${title}`);
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  };
  return { client, tools, calls, planned, staleNames, recent, titles, settle };
}

test("a shown record that changed elsewhere is read again, and no other", async (t) => {
  const { tools, calls, titles, planned, settle } = given(t, ["a", "b"]);
  followRecords(tools, news([change("a", 2), change("z", 2)]));
  await settle();
  assert.deepEqual(
    calls.map(({ name, input }) => [name, input["id"]]),
    [["records.get", "a"]],
  );
  assert.deepEqual(titles(), ["a new", "b b"]);
  assert.deepEqual(planned, ["quick list deal", "slow figures deal"]);
});

test("what this tab has saved itself is there already", async (t) => {
  const { tools, calls, settle } = given(t, ["a"]);
  followRecords(tools, news([change("a", 1)]));
  await settle();
  assert.deepEqual(calls, []);
});

test("a record without a version, such as a deleted one, is always read", async (t) => {
  const { tools, calls, titles, settle } = given(t, ["trashed", "b"]);
  followRecords(tools, news([change("trashed", null, { type: "record.deleted" })]));
  await settle();
  assert.equal(calls.length, 1);
  assert.deepEqual(titles(), ["b b"], "what is in the trash is in no list");
});

test("a record that may no longer be seen leaves the list", async (t) => {
  const { tools, titles, settle } = given(t, ["gone", "b"]);
  followRecords(tools, news([change("gone", 2)]));
  await settle();
  assert.deepEqual(titles(), ["b b"]);
});

test("more than twenty at once are read as a list, in one go", async (t) => {
  const ids = Array.from({ length: 21 }, (_, at) => `r${at}`);
  const { tools, calls, planned, settle } = given(t, ids);
  followRecords(tools, news(ids.map((id) => change(id, 2))));
  await settle();
  assert.deepEqual(calls, []);
  assert.deepEqual(planned, ["slow all deal", "slow figures deal"]);
});

test("a crowd refreshes everything about its type", (t) => {
  const { client, tools, planned, staleNames } = given(t, ["a"]);
  client.setQueryData(["records.get", { id: "a" }], record("a"));
  client.setQueryData(["records.timeline", { id: "a" }], {});
  client.setQueryData(["records.list", { type: "contact" }], { items: [] });
  followRecords(tools, news([], [{ subject_type: "rec", record_type: "deal", types: ["record.updated"], count: 1_000 }]));
  assert.deepEqual(planned, ["slow all deal", "slow figures deal"]);
  assert.deepEqual([...staleNames].toSorted(), [
    '["records.get",{"id":"a"}]',
    '["records.list",{"type":"deal","cursor":null}]',
    '["records.timeline",{"id":"a"}]',
  ]);
});

test("what is no record is left to the rules of its feature", async (t) => {
  const { tools, planned, settle } = given(t, ["a"]);
  followRecords(
    tools,
    news(
      [change("key_1", null, { subject: { type: "key", id: "key_1" } })],
      [{ subject_type: "key", record_type: null, types: ["key.created"], count: 9 }],
    ),
  );
  await settle();
  assert.deepEqual(planned, []);
});

test("what others did is tinted, and one's own work only where a key did it", async (t) => {
  const { tools, recent, settle } = given(t, []);
  const ada = { id: "ada", name: "Ada" } as LiveChange["actor"];
  followRecords(
    tools,
    news([change("a", 2), change("b", 2, { actor: ada }), change("c", 2, { actor: ada, key: { id: "key_1", name: "Claude" } })]),
  );
  await settle();
  assert.deepEqual([...recent.all().keys()], ["a", "c"]);
});

test("the timeline of a changed record is stale, and so is the record where nobody looks at it", async (t) => {
  const { client, tools, settle } = given(t, []);
  for (const id of ["a", "b"]) {
    client.setQueryData(["records.timeline", { id }], {});
    client.setQueryData(["records.get", { id }], record(id));
  }
  followRecords(tools, news([change("a", 2, { type: "note.added" })]));
  await settle();
  const stale = (name: string, id: string) => client.getQueryState([name, { id }])?.isInvalidated;
  assert.deepEqual([stale("records.timeline", "a"), stale("records.get", "a")], [true, true]);
  assert.deepEqual([stale("records.timeline", "b"), stale("records.get", "b")], [false, false]);
});

test("pinned notes are read again where a note can have changed, and not for an edited field", async (t) => {
  const { client, tools, settle } = given(t, []);
  const pinned = ["records.timeline", { id: "a", part: "pinned" }];
  for (const key of [pinned, ["records.timeline", { id: "a" }]]) client.setQueryData(key, {});
  const stale = (key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  followRecords(tools, news([change("a", 2)]));
  await settle();
  assert.deepEqual([stale(pinned), stale(["records.timeline", { id: "a" }])], [false, true]);
  followRecords(tools, news([change("a", 3), change("a", null, { type: "note.pinned" })]));
  await settle();
  assert.equal(stale(pinned), true);
});

test("figures that a change can move are stale, and others are not", async (t) => {
  const { client, tools, staleNames, settle } = given(t, []);
  for (const type of ["deal", "contact"])
    for (const group of ["stage", "source"]) client.setQueryData(["records.aggregate", { type, group_by: group }], {});
  client.setQueryData(["records.aggregate", { type: "deal", group_by: "owner", measures: [{ measure: "sum", field: "amount" }] }], {});
  followRecords(tools, news([change("a", 2)]));
  await settle();
  assert.deepEqual([...staleNames], ['["records.aggregate",{"type":"deal","group_by":"stage"}]']);
  followRecords(tools, news([change("b", 2, { type: "record.created", fields: [] })]));
  await settle();
  assert.equal([...staleNames].filter((name) => name.includes("deal")).length, 4, "one that came moves all of them, and the list");
});

test("several changes in a row are read again for all their fields", (t) => {
  const { client, tools, staleNames } = given(t, []);
  const runs: (() => void)[] = [];
  tools.refresher.soon = (_name, _pace, run) => void runs.push(run);
  client.setQueryData(["records.list", { type: "deal", sort: "-amount" }], { items: [] });
  followRecords(tools, news([change("a", 2, { fields: ["amount"] })]));
  followRecords(tools, news([change("a", 3, { fields: ["source"] })]));
  return new Promise<void>(
    (done) =>
      void setImmediate()
        .then(setImmediate)
        .then(() => done()),
  ).then(() => {
    for (const run of runs.slice(-2)) run();
    assert.ok(staleNames.has('["records.list",{"type":"deal","sort":"-amount"}]'));
  });
});

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { record } from "../../../../test/fixtures.ts";
import { givenService } from "../../../../test/service.ts";
import { type ListShape, noteSize, PAGE_ROWS, pageQuery, type RecordListInput, shapeQuery } from "./list-pages.ts";
import { isUnread, offsetsOf, pageOfRow, pagesAround } from "./page-places.ts";
import { dropFromLists, dropRecord, patchRecords, putRecord, refreshFigures, refreshRecords } from "./record-cache.ts";

const list: RecordListInput = { type: "deal", filter: "is:open", sort: "-created_at", fields: ["name"] };

function givenList(t: TestContext, pages: Record<string, { ids: string[]; next: string | null }>) {
  const client = new QueryClient();
  t.after(() => client.clear());
  const calls = givenService(t, ({ input }) => {
    const page = pages[String(input["cursor"] ?? "first")] ?? { ids: [], next: null };
    return { body: { items: page.ids.map((id) => record(id)), next_cursor: page.next, count: { value: 5, is_exact: true } } };
  });
  const load = (cursor: string | null) => client.fetchQuery({ ...pageQuery(list, cursor), staleTime: 0 });
  const shape = () => client.getQueryData<ListShape>(shapeQuery(list).queryKey);
  return { client, calls, load, shape, pages };
}

test("rows are counted over pages, and a row is found on its page", () => {
  const offsets = offsetsOf([100, 100, 37]);
  assert.deepEqual(offsets, [0, 100, 200, 237]);
  assert.deepEqual(
    [0, 99, 100, 199, 200, 236, 500].map((row) => pageOfRow(offsets, row)),
    [0, 0, 1, 1, 2, 2, 2],
  );
  assert.equal(pageOfRow([0], 5), 0);
  const many = offsetsOf(Array.from({ length: 5_000 }, () => 100));
  for (const page of [0, 1, 2_499, 4_999]) assert.equal(pageOfRow(many, page * 100 + 50), page);
});

test("what is on the screen is loaded, with one page on either side", () => {
  const shape: ListShape = { pages: ["", "b", "c", "d", "e"].map((cursor) => ({ cursor: cursor || null, size: 100 })), isWhole: true };
  const pages = (from: number, to: number) => pagesAround(shape, from, to).map(({ at }) => at);
  assert.deepEqual(pages(0, 30), [0, 1]);
  assert.deepEqual(pages(210, 240), [1, 2, 3]);
  assert.deepEqual(pages(190, 310), [0, 1, 2, 3, 4]);
  assert.deepEqual(pages(450, 499), [3, 4]);
  assert.deepEqual(pagesAround(undefined, 0, 10), []);
});

test("only the first page asks how many there are, and a page is asked as the list says", async (t) => {
  const { calls, load } = givenList(t, { first: { ids: ["a"], next: "2" }, 2: { ids: ["b"], next: null } });
  await load(null);
  await load("2");
  assert.deepEqual(
    calls.map(({ input }) => input),
    [
      { type: "deal", limit: PAGE_ROWS, count: "estimate", filter: "is:open", sort: "-created_at", fields: ["name"] },
      { type: "deal", limit: PAGE_ROWS, count: "none", filter: "is:open", sort: "-created_at", fields: ["name"], cursor: "2" },
    ],
  );
});

test("the shape of a list grows with its pages until the last one is known", async (t) => {
  const { load, shape } = givenList(t, { first: { ids: ["a", "b"], next: "2" }, 2: { ids: ["c"], next: null } });
  await load(null);
  assert.deepEqual(shape(), {
    pages: [
      { cursor: null, size: 2 },
      { cursor: "2", size: 0 },
    ],
    isWhole: false,
  });
  await load("2");
  assert.deepEqual(shape(), {
    pages: [
      { cursor: null, size: 2 },
      { cursor: "2", size: 1 },
    ],
    isWhole: true,
  });
});

test("a page that ends where it did keeps what follows; one that ends elsewhere does not", async (t) => {
  const { load, shape, pages } = givenList(t, {
    first: { ids: ["a", "b"], next: "2" },
    2: { ids: ["c"], next: "3" },
    3: { ids: ["d"], next: null },
  });
  for (const cursor of [null, "2", "3"]) await load(cursor);
  pages["first"] = { ids: ["a"], next: "2" };
  await load(null);
  assert.deepEqual(
    shape()?.pages.map(({ size }) => size),
    [1, 1, 1],
  );
  pages["first"] = { ids: ["a"], next: "2b" };
  await load(null);
  assert.deepEqual(shape(), {
    pages: [
      { cursor: null, size: 1 },
      { cursor: "2b", size: 0 },
    ],
    isWhole: false,
  });
});

test("a page of an older shape changes nothing", async (t) => {
  const { load, shape } = givenList(t, { first: { ids: ["a"], next: null }, gone: { ids: ["z"], next: "y" } });
  await load(null);
  const before = shape();
  await load("gone");
  assert.deepEqual(shape(), before);
});

test("a record that left a page moves the rows below it up", async (t) => {
  const { client, load, shape } = givenList(t, { first: { ids: ["a", "b"], next: null } });
  await load(null);
  noteSize(client, { ...list, cursor: null }, 1);
  assert.deepEqual(shape(), { pages: [{ cursor: null, size: 1 }], isWhole: true });
});

test("a record's newest state is put wherever it is shown, and a row stays where it is", async (t) => {
  const { client, load } = givenList(t, { first: { ids: ["a", "b"], next: null } });
  await load(null);
  client.setQueryData(["records.get", { id: "a" }], record("a", { values: { amount: "1", stage: "new" } }));
  putRecord(client, record("a", { title: "A!", version: 2, values: { amount: "2" } }));
  const page = client.getQueryData(pageQuery(list, null).queryKey);
  assert.deepEqual(
    page?.items.map(({ title }) => title),
    ["A!", "b"],
  );
  assert.deepEqual(
    client.getQueryData<ReturnType<typeof record>>(["records.get", { id: "a" }])?.values,
    { amount: "2", stage: null },
    "what is left out is empty by now",
  );
});

test("an older state does not overwrite a newer one", async (t) => {
  const { client } = givenList(t, {});
  client.setQueryData(["records.get", { id: "a" }], record("a", { title: "new", version: 5 }));
  putRecord(client, record("a", { title: "old", version: 4 }));
  assert.equal(client.getQueryData<ReturnType<typeof record>>(["records.get", { id: "a" }])?.title, "new");
});

test("many records show the same value before the service has answered", async (t) => {
  const { client, load } = givenList(t, { first: { ids: ["a", "b", "c"], next: null } });
  await load(null);
  patchRecords(client, new Set(["a", "c"]), { stage: "won" });
  assert.deepEqual(
    client.getQueryData(pageQuery(list, null).queryKey)?.items.map(({ values }) => values["stage"]),
    ["won", undefined, "won"],
  );
});

test("of a list that could not be loaded nothing was read, however many rows it makes room for; an empty one was read", async (t) => {
  const { client, load, shape } = givenList(t, {});
  const before = await client.fetchQuery(shapeQuery(list));
  assert.ok(isUnread(before));
  await load(null);
  assert.equal(shape()?.pages[0]?.size, 0);
  assert.ok(shape() && !isUnread(shape() as ListShape));
});

test("a record in the trash is in no list and counts in none, and its page stays", async (t) => {
  const { client, load, shape } = givenList(t, { first: { ids: ["a", "b"], next: null } });
  await load(null);
  client.setQueryData(["records.get", { id: "a" }], record("a"));
  dropFromLists(client, "a");
  const page = client.getQueryData(pageQuery(list, null).queryKey);
  assert.deepEqual([page?.items.map(({ id }) => id), page?.count?.value, shape()?.pages[0]?.size], [["b"], 4, 1]);
  assert.ok(client.getQueryData(["records.get", { id: "a" }]));
  dropRecord(client, "a");
  assert.equal(client.getQueryData(["records.get", { id: "a" }]), undefined);
});

test("after an edit the figures are stale, and after an undo everything about records is", async (t) => {
  const { client } = givenList(t, {});
  const names = ["records.list", "records.get", "records.aggregate", "records.count", "records.timeline", "types.list"];
  const stale = () => names.filter((name) => client.getQueryState([name, {}])?.isInvalidated);
  for (const name of names) client.setQueryData([name, {}], {});
  refreshFigures(client);
  assert.deepEqual(stale(), ["records.list", "records.aggregate", "records.count", "records.timeline"]);
  await refreshRecords(client);
  assert.deepEqual(stale(), names.slice(0, 5));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveNews } from "@kith/server/contract";
import { QueryClient, type Query } from "@tanstack/react-query";
import { applyNews, type Follow, type LiveTools, type Refresh } from "./apply-news.ts";
import { createRecentChanges } from "./recent-change.ts";

/** Tools whose refresher runs at once and records the pace. */
function given() {
  const client = new QueryClient();
  const paces: string[] = [];
  const tools: LiveTools = {
    client,
    userId: "ada",
    recent: createRecentChanges(),
    refresher: {
      soon(name, pace, run) {
        paces.push(`${pace} ${name}`);
        run();
      },
      stale: (isOld) => void client.invalidateQueries({ predicate: (query: Query) => isOld(String(query.queryKey[0]), query) }),
      stop() {},
    },
  };
  const isStale = (name: string) => client.getQueryState([name])?.isInvalidated;
  return { client, tools, paces, isStale };
}

const news = (types: string[], summaries: string[][] = []): LiveNews =>
  ({
    changes: types.map((type) => ({ type, subject: { type: "x", id: "x" }, fields: [] })),
    crowds: summaries.map((types) => ({ subject_type: "x", record_type: null, types, count: 300 })),
  }) as unknown as LiveNews;

const refreshes: Refresh[] = [
  { on: ["key"], queries: ["keys."] },
  { on: ["dashboard", "widget"], queries: ["dashboards."] },
  { on: ["record"], queries: ["dashboards."], isSlow: true },
  { on: ["*"], queries: ["events."] },
];

test("an event makes the queries stale that the features name, and the event list", () => {
  const { client, tools, isStale } = given();
  for (const name of ["keys.list", "keys.listCompany", "views.list", "events.list"]) client.setQueryData([name], {});
  applyNews(tools, refreshes, [], news(["key.created"]));
  assert.equal(isStale("keys.list"), true);
  assert.equal(isStale("keys.listCompany"), true);
  assert.equal(isStale("events.list"), true);
  assert.equal(isStale("views.list"), false);
});

test("only the whole first part of an event type counts: keyboard.moved is not a key event", () => {
  const { client, tools, isStale } = given();
  client.setQueryData(["keys.list"], {});
  applyNews(tools, refreshes, [], news(["keyboard.moved"]));
  assert.equal(isStale("keys.list"), false);
});

test("each rule has its own pace, and runs once for many events", () => {
  const { tools, paces } = given();
  applyNews(tools, refreshes, [], news(["record.created", "record.updated", "widget.added", "dashboard.updated"]));
  assert.deepEqual(paces, ["quick dashboards.", "slow dashboards.", "quick events."]);
});

test("a summary of many events counts as the types it contains", () => {
  const { client, tools, isStale } = given();
  client.setQueryData(["keys.list"], {});
  applyNews(tools, refreshes, [], news([], [["record.created"], ["key.deleted"]]));
  assert.equal(isStale("keys.list"), true);
});

test("a rule can check the cached answer and leave it fresh", () => {
  const { client, tools, isStale } = given();
  client.setQueryData(["samples.get"], { records: 0 });
  const rule = (isStaleAnswer: boolean): Refresh => ({ on: ["record"], queries: ["samples."], isStale: () => isStaleAnswer });
  applyNews(tools, [rule(false)], [], news(["record.created"]));
  assert.equal(isStale("samples.get"), false);
  applyNews(tools, [rule(true)], [], news(["record.created"]));
  assert.equal(isStale("samples.get"), true);
});

test("followers get all events, even when there is nothing to refresh", () => {
  const { tools, paces } = given();
  const received: LiveNews[] = [];
  const follow: Follow = (given, one) => {
    assert.equal(given, tools);
    received.push(one);
  };
  const nothing = news([]);
  applyNews(tools, refreshes, [follow, follow], nothing);
  assert.deepEqual(received, [nothing, nothing]);
  assert.deepEqual(paces, [], "without an event the event list is not read");
});

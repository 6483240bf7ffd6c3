import "../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { allOperations } from "../../server/test/all-operations.ts";
import { eventTypes } from "../../server/src/events.ts";
import { deal } from "../test/fixtures.ts";
import { areasOf, defineFeature, eventTypesOf, type Feature, tabsOf } from "./manifest.ts";

const features = await import("./features.ts");
const { said } = await import("./features/records/record/timeline-words.tsx");
const { pages } = await import("../../server/src/pages.ts");
const manifests: Feature[] = Object.values(features).map(({ feature }) => feature);
const paths = Object.values(features).flatMap(({ routes }) => Object.keys(routes));

test("the pages of all features are the server's list of pages, each once", () => {
  const expected = pages.map((page) => page.replaceAll(/\{(\w+)\}/g, "$$$1"));
  assert.deepEqual(paths.toSorted(), expected.toSorted());
});

test("a route is kept under its own path", () => {
  for (const { routes } of Object.values(features)) {
    for (const [path, route] of Object.entries(routes as Record<string, { options: { path?: string } }>))
      assert.equal(route.options.path, path);
  }
});

test("every event the server can write has a sentence in the browser", () => {
  const known = eventTypesOf(manifests);
  assert.deepEqual(
    eventTypes.map(({ type }) => type).filter((type) => !known.has(type)),
    [],
  );
  assert.equal(known.size, eventTypes.length);
  const labels = [...known.values()].map(({ label }) => label);
  assert.deepEqual(
    labels,
    labels.toSorted((one, other) => one.localeCompare(other)),
    "in the order of their labels",
  );
});

test("every event about a record is said in words on its timeline", () => {
  const changes = { text: ["before", "after"] as [unknown, unknown] };
  const ofRecords = [...eventTypesOf(manifests).values()].filter(({ subject, isImpersonal }) => subject === "rec" && !isImpersonal);
  assert.ok(ofRecords.length > 10);
  for (const { type: kind } of ofRecords) assert.notEqual(said(deal, { kind, changes, names: {} }), kind);
});

test("refresh rules name only existing events and queries", () => {
  // The live stream says who is there; that is written down nowhere, so it is no event.
  const nouns = new Set(["*", "presence", ...eventTypes.map(({ type }) => type.split(".")[0])]);
  const operations = allOperations().map(({ name }) => name);
  assert.ok(operations.length > 60, "operations are found");
  for (const { on, queries } of manifests.flatMap(({ refreshes = [] }) => refreshes)) {
    for (const noun of on) assert.ok(nouns.has(noun), `no event begins with ${noun}.`);
    for (const begin of queries)
      assert.ok(
        operations.some((name) => name.startsWith(begin)),
        `no operation begins with ${begin}`,
      );
  }
});

test("every event refreshes something, except those that change nothing on a page", () => {
  const refreshed = new Set(manifests.flatMap(({ refreshes = [] }) => refreshes.flatMap(({ on }) => on)));
  const withoutRefresh = new Set(["access", "lead_log", "password"]);
  assert.deepEqual(
    [...new Set(eventTypes.map(({ type }) => type.split(".")[0] ?? ""))].filter(
      (noun) => !refreshed.has(noun) && !withoutRefresh.has(noun),
    ),
    [],
  );
});

test("areas are sorted, and no letter or order number is used twice", () => {
  const areas = areasOf(manifests);
  assert.deepEqual(
    areas,
    areas.toSorted((one, other) => one.order - other.order),
  );
  assert.equal(new Set(areas.map(({ letter }) => letter)).size, areas.length);
  assert.equal(new Set(areas.map(({ order }) => order)).size, areas.length);
  assert.equal(areas.filter(({ isOnPhone }) => isOnPhone).length, 3, "a phone has room for three, the search and More");
});

test("an Admin has more tabs than a Member", () => {
  const titles = (area: "Company" | "Profile", isAdmin: boolean) => tabsOf(manifests, area, isAdmin).map(({ title }) => title);
  const [forMembers, forAdmins] = [titles("Company", false), titles("Company", true)];
  assert.deepEqual(
    forMembers,
    forAdmins.filter((title) => forMembers.includes(title)),
    "in the same order",
  );
  assert.ok(forMembers.includes("Members") && !forMembers.includes("Activity") && forAdmins.includes("Activity"));
  assert.deepEqual(titles("Profile", false), titles("Profile", true));
});

test("every link of a manifest leads to a page", () => {
  const links = manifests.flatMap(({ navigation = [], tabs = [], commands = [] }) => [
    ...navigation.map(({ to }) => to),
    ...tabs.map(({ to }) => to),
    ...commands.map(({ link }) => link.to),
  ]);
  assert.ok(links.length > 15);
  for (const link of links) assert.ok(paths.includes(String(link)), String(link));
});

test("no two commands have the same name in the same group", () => {
  const names = manifests.flatMap(({ commands = [] }) => commands.map(({ group, label }) => `${group} ${label}`));
  assert.equal(new Set(names).size, names.length);
});

test("a new feature shows up by its manifest alone", () => {
  const demo = defineFeature({
    navigation: [{ to: "/company", title: "Demo", icon: (() => null) as never, letter: "d", order: 12, place: "top" }],
    tabs: [{ area: "Profile", to: "/profile", title: "Demo", icon: (() => null) as never, order: 25 }],
    events: { done: { type: "demo.done", label: "A demo" } as never },
  });
  const all = [...manifests, demo];
  assert.deepEqual(
    areasOf(all)
      .slice(0, 3)
      .map(({ title }) => title),
    ["Dashboard", "Demo", "Inbox"],
  );
  assert.deepEqual(
    tabsOf(all, "Profile", false).map(({ title }) => title),
    ["Account", "My changes", "Security", "Notifications", "Signatures", "Demo", "API & Connectors", "Requests", "Calendar"],
  );
  assert.ok(eventTypesOf(all).has("demo.done"));
});

test("frame parts are nested in their order: records around lists", async () => {
  const parts = await Promise.all(manifests.flatMap(({ frame }) => (frame ? [frame()] : [])));
  const names = parts
    .filter(({ Provider }) => Provider)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ Provider }) => Provider?.name);
  assert.deepEqual(names, ["Provider", "UploadsProvider", "BulkProvider"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNeedsSession, assertRefused, eventsOf } from "../../../test/assertions.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { showId } from "../../platform/ids.ts";
import { newId } from "../../platform/random.ts";

const service = sharedService();
const WON = { kind: "number", title: "Won deals", type: "deal", filter: "is:won" } as const;

const starting = async (person: Person) => (await person.call("dashboards.list", {})).items[0]?.id ?? "";
const titles = async (person: Person, id: string) => (await person.call("dashboards.get", { id })).widgets.map((widget) => widget.title);

test("every company starts with a shared dashboard whose widgets all count", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const [sales, ...others] = (await max.call("dashboards.list", {})).items;
  assert.deepEqual(others, []);
  assert.deepEqual([sales?.name, sales?.is_shared, sales?.owner.id, sales?.can_edit], ["Sales", true, ada.userId, false]);
  const { widgets } = await max.call("dashboards.get", { id: sales?.id ?? "" });
  const { items } = await max.call("dashboards.figures", { id: sales?.id ?? "" });

  assert.equal(widgets.length, 11);
  assert.deepEqual(
    items.map((item) => [item.widget, item.failure, item.is_pending]),
    widgets.map((widget) => [widget.id, null, false]),
  );
});

test("a dashboard is made, renamed, shared and deleted, and each is told", async () => {
  const ada = await service().given.admin();
  const made = await ada.call("dashboards.create", { name: " Mine " });
  assert.deepEqual([made.name, made.is_shared, made.can_edit, made.widgets], ["Mine", false, true, []]);
  const shared = await ada.call("dashboards.update", { id: made.id, name: "Ours", is_shared: true });
  assert.deepEqual([shared.name, shared.is_shared], ["Ours", true]);
  await ada.call("dashboards.update", { id: made.id, name: "Ours" });
  await ada.call("dashboards.addWidget", { id: made.id, ...WON });
  await ada.call("dashboards.delete", { id: made.id });

  await assertRefused(ada, "not_found", [["dashboards.get", { id: made.id }]]);
  for (const type of ["dashboard.created", "dashboard.updated", "dashboard.deleted"]) {
    const [event, ...others] = await eventsOf(ada, type);
    assert.deepEqual([event?.actor, event?.subject, others], [ada.userId, made.id, []], type);
  }
});

test("widgets are added where they are wanted, changed, put in order and taken off, and each is told", async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("dashboards.create", { name: "Mine" });
  const first = await ada.call("dashboards.addWidget", { id, ...WON, title: "First" });
  const third = await ada.call("dashboards.addWidget", { id, ...WON, title: "Third", goal: 5 });
  const second = await ada.call("dashboards.addWidget", { id, ...WON, title: "Second", position: 1 });
  assert.deepEqual(await titles(ada, id), ["First", "Second", "Third"]);

  const changed = await ada.call("dashboards.updateWidget", {
    id: third.id,
    kind: "bar",
    title: "By stage",
    type: "Deals",
    group_by: "Stage",
  });
  assert.deepEqual([changed.type, changed.group_by, changed.goal], ["deal", "stage", null], "labels became keys, the goal is gone");
  const arranged = await ada.call("dashboards.arrange", { id, widgets: [{ id: third.id, width: 12, height: 2 }] });
  assert.deepEqual(
    arranged.widgets.map(({ title, width, height }) => [title, width, height]),
    [
      ["By stage", 12, 2],
      ["First", 4, 4],
      ["Second", 4, 4],
    ],
  );
  await ada.call("dashboards.removeWidget", { id: second.id });
  assert.deepEqual(await titles(ada, id), ["By stage", "First"]);

  assert.deepEqual(
    (await eventsOf(ada, "widget.added")).map((event) => event.data),
    ["Second", "Third", "First"].map((name) => ({ name, dashboard: "Mine" })),
  );
  for (const [type, subject] of Object.entries({ "widget.updated": third.id, "dashboard.arranged": id, "widget.removed": second.id }))
    assert.deepEqual(
      (await eventsOf(ada, type)).map((event) => [event.actor, event.subject]),
      [[ada.userId, subject]],
      type,
    );
  await assertRefused(ada, "not_found", [
    ["dashboards.arrange", { id, widgets: [{ id: second.id, width: 1, height: 1 }] }],
    ["dashboards.updateWidget", { id: second.id, ...WON }],
    ["dashboards.figure", { id: first.id.replace(/.$/, (last) => (last === "0" ? "1" : "0")) }],
  ]);
});

test("a copy has the same widgets, and is its owner's own", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const sales = await starting(max);
  const copy = await max.call("dashboards.create", { name: "My sales", from: sales });
  assert.deepEqual(await titles(max, copy.id), await titles(ada, sales));
  assert.equal(copy.can_edit, true);
  await max.call("dashboards.removeWidget", { id: copy.widgets[0]?.id ?? "" });
  assert.equal((await titles(ada, sales)).length, 11);

  const again = await max.call("dashboards.create", { name: "Once more", from: "starting" });
  assert.deepEqual(
    again.widgets.map((widget) => widget.title),
    await titles(ada, sales),
  );
});

test("a dashboard of one's own is nobody else's; a shared one is changed by its owner or an Admin", async () => {
  const ada = await service().given.admin();
  const [max, kim] = [await service().given.member(ada), await service().given.member(ada, "member", "Kim")];
  const { id } = await max.call("dashboards.create", { name: "Max only" });
  const { id: widget } = await max.call("dashboards.addWidget", { id, ...WON });
  for (const other of [ada, kim]) {
    await assertRefused(other, "not_found", [
      ["dashboards.get", { id }],
      ["dashboards.figures", { id }],
      ["dashboards.figure", { id: widget }],
      ["dashboards.update", { id, name: "x" }],
      ["dashboards.delete", { id }],
      ["dashboards.arrange", { id, widgets: [] }],
      ["dashboards.addWidget", { id, ...WON }],
      ["dashboards.updateWidget", { id: widget, ...WON }],
      ["dashboards.removeWidget", { id: widget }],
      ["dashboards.create", { name: "copy", from: id }],
    ]);
  }

  await max.call("dashboards.update", { id, is_shared: true });
  assert.equal((await kim.call("dashboards.figure", { id: widget })).failure, null);
  await assertRefused(kim, "not_yours", [
    ["dashboards.update", { id, name: "x" }],
    ["dashboards.delete", { id }],
    ["dashboards.arrange", { id, widgets: [] }],
    ["dashboards.addWidget", { id, ...WON }],
    ["dashboards.updateWidget", { id: widget, ...WON }],
    ["dashboards.removeWidget", { id: widget }],
  ]);
  await ada.call("dashboards.update", { id, name: "Mended by Ada" });
  assert.equal((await max.call("dashboards.get", { id })).name, "Mended by Ada");
});

test("a widget that could not be shown is refused, and the error names the setting to fix", async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("dashboards.create", { name: "Mine" });
  const refused: [code: string, pointer: string | undefined, change: object][] = [
    ["bad_filter", "/filter", { filter: "amout>5" }],
    ["bad_filter", "/filter", { filter: "stage:" }],
    ["unknown_type", undefined, { type: "dael" }],
    ["unknown_type", undefined, { type: "" }],
    ["invalid_input", "/title", { title: "  " }],
    ["invalid_input", "/width", { width: 13 }],
    ["invalid_input", "/field", { measure: "sum" }],
    ["invalid_input", "/field", { measure: "median", field: "name" }],
    ["invalid_input", "/measure", { type: "task", filter: "", measure: "weighted" }],
    ["invalid_input", "/group_by", { kind: "bar" }],
    ["invalid_input", "/group_by", { kind: "line", group_by: "stage" }],
    ["invalid_input", "/group_by", { kind: "leaderboard", group_by: "organization" }],
    ["invalid_input", "/group_by", { kind: "funnel", group_by: "close_date" }],
    ["invalid_input", "/date_field", { period: "month", date_field: "amount" }],
    ["invalid_input", "/sort", { kind: "bar", group_by: "stage", sort: "amount" }],
    ["invalid_input", "/columns", { kind: "table", columns: ["nonsense"] }],
    ["bad_sort", undefined, { kind: "table", sort: "nonsense" }],
    // As many conditions as a filter may have: none is left for the list behind a bar.
    ["bad_filter", "/filter", { kind: "bar", group_by: "stage", filter: Array.from({ length: 25 }, (_, at) => `amount!=${at}`).join(" ") }],
  ];
  for (const [code, pointer, change] of refused)
    await assertRefused(ada, code, [["dashboards.addWidget", { id, ...WON, ...change }]], pointer);
  assert.deepEqual(await titles(ada, id), []);
  await assertRefused(ada, "invalid_input", [["dashboards.create", { name: " " }]], "/name");
});

test("a dashboard holds fifty widgets, and no more", async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("dashboards.create", { name: "Full" });
  for (let at = 0; at < 50; at++) await ada.call("dashboards.addWidget", { id, ...WON, title: `${at}` });
  await assertRefused(ada, "dashboard_full", [["dashboards.addWidget", { id, ...WON }]]);
});

test("dashboards are for members, and another company's are not there", async () => {
  const [ada, eve] = [await service().given.admin(), await service().given.admin()];
  const id = await starting(ada);
  const widget = (await ada.call("dashboards.get", { id })).widgets[0]?.id ?? "";
  const random = showId("dash", newId());
  await assertNeedsSession(ada, [
    ["dashboards.list", {}],
    ["dashboards.get", { id }],
    ["dashboards.create", { name: "x" }],
    ["dashboards.figures", { id }],
    ["dashboards.figure", { id: widget }],
    ["dashboards.preview", { kind: "number", type: "deal" }],
    ["dashboards.addWidget", { id, ...WON }],
    ["dashboards.updateWidget", { id: widget, ...WON }],
    ["dashboards.removeWidget", { id: widget }],
    ["dashboards.arrange", { id, widgets: [] }],
    ["dashboards.update", { id }],
    ["dashboards.delete", { id }],
  ]);
  await assertRefused(eve, "not_found", [
    ...[id, random].flatMap((one) => [
      ["dashboards.get", { id: one }] as const,
      ["dashboards.figures", { id: one }] as const,
      ["dashboards.create", { name: "x", from: one }] as const,
      ["dashboards.delete", { id: one }] as const,
    ]),
    ["dashboards.figure", { id: widget }],
    ["dashboards.removeWidget", { id: widget }],
  ] as Parameters<typeof assertRefused>[2]);
});

test("a key reads dashboards and their figures, and cannot change them", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const id = await starting(ada);
  const listed = (await (await service().rest(key, "GET", "/dashboards")).json()) as { items: { id: string }[] };
  assert.deepEqual(
    listed.items.map((one) => one.id),
    [id],
  );
  const read = (await (await service().rest(key, "GET", `/dashboards/${id}/figures?period=year`)).json()) as { items: unknown[] };
  assert.equal(read.items.length, 11);
  assert.equal((await service().rest(key, "DELETE", `/dashboards/${id}`)).status, 404);
});

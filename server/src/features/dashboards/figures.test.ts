import assert from "node:assert/strict";
import { test } from "node:test";
import type { InputOf, OutputOf } from "../../contract.ts";
import { inService, sharedService, type Person, type Service } from "../../../test/service.ts";
import { importFile } from "../../../test/import-file.ts";
import { ago } from "../../../test/moments.ts";

const service = sharedService();

type Settings = InputOf<"dashboards.preview">;
type Figure = NonNullable<OutputOf<"dashboards.preview">["figure"]>;
type Shape<Name extends Figure["shape"]> = Extract<Figure, { shape: Name }>;

async function show<Name extends Figure["shape"]>(person: Person, shape: Name, settings: Settings): Promise<Shape<Name>> {
  const { figure } = await person.call("dashboards.preview", settings);
  assert.equal(figure?.shape, shape);
  return figure as Shape<Name>;
}

async function countOf(person: Person, type: string, filter: string): Promise<number> {
  const { groups } = await person.call("records.aggregate", { type, filter });
  return Number(groups[0]?.values[0]);
}

/** Contacts whose values are hard to write down in a filter, and who belong to all sorts of things. */
async function giveOddContacts(ada: Person, max: Person): Promise<void> {
  await ada.call("types.addField", {
    type: "contact",
    key: "tags",
    label: "Tags",
    field_type: "multi_select",
    options: [
      { key: "vip", label: "VIP" },
      { key: "trade_fair", label: "Trade fair" },
    ],
  });
  const organizations = await ada.call("records.batch", {
    type: "organization",
    items: [{ values: { name: 'Müller, Söhne & "Co"' } }, { values: { name: "Gone" } }],
  });
  const [mueller, gone] = organizations.results.map((one) => one.id ?? "");
  const cities = ["Berlin", "berlin", "BERLIN", 'New "York", NY', "a..b", "-x", "no:city", "東京", "today", "(OR)", "10..20", "@me", null];
  const items = cities.flatMap((city, at) => [
    {
      values: {
        name: `Contact ${at}`,
        city,
        organization: [mueller, gone, null][at % 3],
        owner: [ada.email, max.email, null][at % 3],
        source: ["website", "referral", null][at % 3],
        do_not_contact: [true, false, null][at % 3],
        tags: [["vip"], ["vip", "trade_fair"], null][at % 3],
        last_contacted: at % 2 === 0 ? ago(at * 40 * 3_600_000).toISOString() : null,
      },
    },
  ]);
  const { results } = await ada.call("records.batch", { type: "contact", items });
  assert.ok(results.every((one) => one.status === "created"));
  await ada.call("records.delete", { id: gone ?? "" });
}

test("every figure opens the list that made it, whatever the groups are called", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  await ada.call("companies.update", { time_zone: "Pacific/Auckland" });
  await giveOddContacts(ada, max);
  const groupings: Partial<Settings>[] = [
    ...["city", "organization", "owner", "source", "do_not_contact", "tags"].map((group_by) => ({ group_by })),
    ...(["day", "week", "month", "quarter", "year"] as const).map((interval) => ({ group_by: "last_contacted", interval })),
    { group_by: "created_at", interval: "day" as const },
  ];
  for (const filter of ["", 'has:owner OR -city:"a..b"']) {
    for (const grouping of groupings) {
      const what = `${JSON.stringify(grouping)} of ${filter}`;
      const figure = await show(ada, "groups", { kind: "bar", type: "contact", filter, limit: 12, ...grouping });
      assert.ok(figure.groups.length > 0, what);
      assert.equal(await countOf(ada, "contact", figure.filter), figure.count, what);
      for (const group of figure.groups)
        assert.equal(await countOf(ada, "contact", group.filter ?? ""), group.count, `${what}: ${group.label}, ${group.filter}`);
    }
  }
});

test("texts that differ only in case are one group, and what is in the trash is related to nothing", async () => {
  const ada = await service().given.admin();
  await giveOddContacts(ada, await service().given.member(ada));
  const { groups: cities } = await ada.call("records.aggregate", { type: "contact", group_by: "city", filter: "city:berlin" });
  assert.deepEqual(
    cities.map(({ label, values }) => [label.toLowerCase(), values[0]]),
    [["berlin", 3]],
  );
  const { groups: organizations } = await ada.call("records.aggregate", { type: "contact", group_by: "organization" });
  assert.deepEqual(
    organizations.map(({ label, values }) => [label, values[0]]),
    [
      ["None", 8],
      ['Müller, Söhne & "Co"', 5],
    ],
  );
});

test("more groups than are shown leave a rest, which can be opened, too", async () => {
  const ada = await service().given.admin();
  const deals = Array.from({ length: 12 }, (_, at) => ({
    values: { name: `Deal ${at}`, amount: at + 1, next_step: at < 10 ? `step ${at}` : null },
  }));
  await ada.call("records.batch", { type: "deal", items: deals });
  const figure = await show(ada, "groups", { kind: "bar", type: "deal", measure: "sum", field: "amount", group_by: "next_step", limit: 3 });

  assert.deepEqual(
    figure.groups.map(({ label, value, count }) => [label, value, count]),
    [
      ["None", 23, 2],
      ["step 9", 10, 1],
      ["step 8", 9, 1],
    ],
  );
  assert.deepEqual([figure.value, figure.count], [78, 12]);
  assert.deepEqual([figure.rest?.value, figure.rest?.count], [36, 8]);
  assert.equal(await countOf(ada, "deal", figure.rest?.filter ?? ""), 8);
  const byName = await show(ada, "groups", { kind: "bar", type: "deal", group_by: "next_step", limit: 50, sort: "label" });
  assert.deepEqual([byName.groups[0]?.label, byName.groups.at(-1)?.label, byName.rest], ["None", "step 9", null]);
});

test("a pipeline is in the order of its stages, with those that are empty, and weighted by their probability", async () => {
  const ada = await service().given.admin();
  const stages = ["negotiation", "qualified", "qualified", "won", "lost"];
  await ada.call("records.batch", {
    type: "deal",
    items: stages.map((stage, at) => ({ values: { name: "d", stage, amount: 100 * (at + 1) } })),
  });
  const figure = await show(ada, "groups", { kind: "funnel", type: "deal", filter: "is:open", measure: "weighted", group_by: "stage" });

  assert.deepEqual(
    figure.groups.map(({ key, value, whole, count }) => [key, value, whole, count]),
    [
      ["qualified", 50, 500, 2],
      ["discovery", 0, null, 0],
      ["proposal", 0, null, 0],
      ["negotiation", 75, 100, 1],
    ],
  );
  assert.deepEqual([figure.value, figure.whole, figure.count], [125, 600, 3]);
  const everything = await show(ada, "number", { kind: "number", type: "deal", measure: "weighted" });
  assert.equal(everything.value, 525);
});

test("measures: the median is the middle, and nothing has no average", async () => {
  const ada = await service().given.admin();
  const figure = (measure: Settings["measure"], filter = "") =>
    show(ada, "number", { kind: "number", type: "deal", measure, field: "amount", filter });
  assert.deepEqual([(await figure("sum")).value, (await figure("average")).value, (await figure("median")).value], [0, null, null]);
  await ada.call("records.batch", { type: "deal", items: [1, 2, 3, 10].map((amount) => ({ values: { name: "d", amount } })) });
  const values = [];
  for (const measure of ["count", "sum", "average", "median", "min", "max"] as const) values.push((await figure(measure)).value);
  assert.deepEqual(values, [4, 16, 4, 2.5, 1, 10]);
  await assert.rejects(ada.call("dashboards.preview", { kind: "number", type: "deal", filter: "amout>1" }), { code: "bad_filter" });
});

/** Moves a service's clock to a moment to come. */
const goTo = (only: Service, moment: string) => only.clock.advance(new Date(moment).getTime() - only.clock.now().getTime());

test(
  "a period is compared with the one before up to the same day, in the company's time zone",
  inService(async (only) => {
    goTo(only, "2031-05-14T10:30:00Z"); // half past midnight on the 15th in Kiritimati, UTC+14
    const ada = await only.given.admin();
    await ada.call("companies.update", { time_zone: "Pacific/Kiritimati" });
    const won = (amount: number, close_date: string) => ({ values: { name: close_date, stage: "won", amount, close_date } });
    await ada.call("records.batch", {
      type: "deal",
      items: [
        won(1, "2031-04-01"),
        won(2, "2031-04-15"),
        won(4, "2031-04-16"),
        won(8, "2031-05-01"),
        won(16, "2031-05-15"),
        won(32, "2031-03-31"),
      ],
    });
    const settings: Settings = { kind: "number", type: "deal", filter: "is:won", measure: "sum", field: "amount", period: "page" };
    const month = await show(ada, "number", { ...settings, page_period: "month" });

    assert.deepEqual([month.value, month.count, month.period], [24, 2, { first: "2031-05-01", last: "2031-05-31" }]);
    const { filter, ...before } = month.previous ?? { filter: "" };
    assert.deepEqual(before, { value: 3, count: 2, first: "2031-04-01", last: "2031-04-15" });
    assert.equal(await countOf(ada, "deal", filter), 2);
    assert.equal(await countOf(ada, "deal", month.filter), 2);
    assert.match(month.filter, /this_month/);
    assert.deepEqual(month.points.slice(0, 2), [
      { day: "2031-05-01", value: 8 },
      { day: "2031-05-02", value: 8 },
    ]);
    assert.deepEqual(month.points.at(-1), { day: "2031-05-15", value: 24 });
    assert.equal(month.points.length, 15);

    const quarter = await show(ada, "number", { ...settings, period: "quarter", page_period: "month" });
    assert.deepEqual([quarter.value, quarter.previous?.value, quarter.previous?.last], [31, 0, "2031-02-14"]);
    const year = await show(ada, "number", { ...settings, page_period: "year" });
    assert.deepEqual([year.value, year.points[0]?.day, year.points.at(-1)?.value], [63, "2031-01-01", 63]);
  }),
);

test(
  "a month that is older today than the one before ever was is compared with all of it",
  inService(async (only) => {
    goTo(only, "2031-03-30T12:00:00Z");
    const ada = await only.given.admin();
    const { previous } = await show(ada, "number", { kind: "number", type: "deal", period: "month" });
    assert.deepEqual([previous?.first, previous?.last], ["2031-02-01", "2031-02-28"]);
  }),
);

test(
  "intervals are those of the company's calendar, without gaps, some of them ahead",
  inService(async (only) => {
    goTo(only, "2031-05-11T23:30:00Z"); // Sunday in London is Monday, the 12th, in Berlin
    const ada = await only.given.admin();
    await ada.call("companies.update", { time_zone: "Europe/Berlin" });
    await ada.call("records.create", { type: "contact", values: { name: "New" } });
    const weeks = await show(ada, "groups", { kind: "line", type: "contact", group_by: "created_at", interval: "week", limit: 3 });
    assert.deepEqual(
      weeks.groups.map(({ key, value, filter }) => [key, value, filter]),
      [
        ["2031-04-28", 0, "created_at:2031-04-28..2031-05-04"],
        ["2031-05-05", 0, "created_at:2031-05-05..2031-05-11"],
        ["2031-05-12", 1, "created_at:2031-05-12..2031-05-18"],
      ],
    );
    const months = await show(ada, "groups", { kind: "area", type: "deal", group_by: "close_date", limit: 5, ahead: 3 });
    assert.deepEqual(
      months.groups.map(({ key, filter }) => [key, filter]),
      ["04", "05", "06", "07", "08"].map((month) => [`2031-${month}-01`, `close_date:2031-${month}`]),
    );
    const days = await show(ada, "groups", { kind: "bar", type: "contact", group_by: "created_at", interval: "day", period: "week" });
    assert.deepEqual([days.groups[0]?.key, days.groups.at(-1)?.key, days.groups.length], ["2031-05-12", "2031-05-18", 7]);
  }),
);

test("one wrong widget does not blank the page", async () => {
  const ada = await service().given.admin();
  const { id } = await ada.call("dashboards.create", { name: "Mine", from: "starting" });
  // As it would be after the field it speaks of was retired.
  await service().database.query(
    "update widgets set filter = 'gone:yes' where title = 'Won' and dashboard_id = (select max(id::text)::uuid from dashboards)",
  );
  const { items } = await ada.call("dashboards.figures", { id });
  assert.equal(items[0]?.figure, null);
  assert.equal(items[0]?.failure?.code, "bad_filter");
  assert.match(items[0]?.failure?.message ?? "", /gone/);
  assert.ok(items.slice(1).every((item) => item.figure && !item.failure));
});

test("a table shows the first rows, with the columns that were chosen", async () => {
  const ada = await service().given.admin();
  await ada.call("records.batch", {
    type: "deal",
    items: [3, 1, 2].map((amount) => ({ values: { name: `Deal ${amount}`, amount, source: "ads" } })),
  });
  const figure = await show(ada, "rows", { kind: "table", type: "deal", sort: "amount", columns: ["Amount"], limit: 2 });
  assert.deepEqual(
    figure.rows.map(({ title, values }) => [title, values]),
    [
      ["Deal 1", { amount: "1" }],
      ["Deal 2", { amount: "2" }],
    ],
  );
  assert.deepEqual(figure.count, { value: 3, is_exact: true });
});

test("activity is for every member, one line for what one operation did", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key, id: keyId } = await ada.key("Claude Code");
  await ada.call("records.create", { type: "deal", values: { name: "Flow metering" } });
  const many = Array.from({ length: 250 }, (_, at) => ({ values: { name: `Contact ${at}` } }));
  await service().rest(key, "POST", "/records/contact/batch", { items: many });
  const { record } = await max.call("records.create", { type: "task", values: { name: "Call back" } });
  await max.call("records.update", { id: record.id, values: { priority: "high" } });
  const { events } = await show(max, "events", { kind: "activity", limit: 4 });

  assert.deepEqual(
    events.map((event) => [event.type, event.subject.name, event.actor?.id, event.key?.id ?? null]),
    [
      ["record.updated", "Call back", max.userId, null],
      ["record.created", "Call back", max.userId, null],
      ["record.created", events[2]?.subject.name, ada.userId, keyId],
      ["record.created", "Flow metering", ada.userId, null],
    ],
  );
  assert.equal(events[0]?.count, 1);
  assert.ok((events[2]?.count ?? 0) >= 198, "as many as were read of it");
});

test("an operation that made records of two types is a line for each, with its own count", async () => {
  const ada = await service().given.admin();
  const worker = await service().app.startWorker();
  try {
    const rows = Array.from({ length: 5 }, (_, at) => `Person ${at},Organization ${at}`);
    await importFile(ada, "contact", ["name,organization", ...rows].join("\n"));
  } finally {
    await worker.stop();
  }
  const { events } = await show(ada, "events", { kind: "activity", limit: 4 });
  assert.deepEqual(
    new Map(events.map((event) => [(event.data as { type: string }).type, [event.type, event.count]])),
    new Map([
      ["contact", ["record.created", 5]],
      ["organization", ["record.created", 5]],
    ]),
  );
});

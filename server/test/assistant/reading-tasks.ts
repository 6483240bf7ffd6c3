import assert from "node:assert/strict";
import type { Task } from "./task.ts";

/** Questions, with the calls of a model. */
export const READING: Task[] = [
  {
    words: "Who am I here, and what is the date for us?",
    maxCalls: 1,
    tokens: 150,
    async script(ask) {
      const { data } = await ask("get_context");
      return [data.user.name, data.user.role, data.now.slice(0, 10)];
    },
    async check([name, role, today]) {
      assert.deepEqual([name, role, today], ["Tomasz Wrona", "member", new Date().toISOString().slice(0, 10)]);
    },
  },
  {
    words: "Which deals close this month, and what are they worth by stage?",
    maxCalls: 2,
    tokens: 350,
    async script(ask) {
      const filter = "is:open close_date:this_month";
      const { data: list } = await ask("query_records", { type: "deal", filter, fields: ["name", "amount", "stage", "organization"] });
      const { data } = await ask("aggregate_records", {
        type: "deal",
        filter,
        group_by: "stage",
        measures: [{ measure: "count" }, { measure: "sum", field: "amount" }],
      });
      return { titles: list.records.map((one: { title: string }) => one.title), groups: data.groups };
    },
    async check({ titles, groups }) {
      assert.deepEqual(titles.sort(), ["Flow metering, Berlin", "Kiln monitoring"]);
      assert.deepEqual(Object.fromEntries(groups.map((one: { label: string; values: unknown }) => [one.label, one.values])), {
        Negotiation: [1, "48000"],
        Proposal: [1, "22000"],
      });
    },
  },
  {
    words: "Show me my open deals over 10k, the biggest first",
    maxCalls: 1,
    tokens: 200,
    script: async (ask) =>
      (await ask("query_records", { type: "deals", filter: "is:open is:mine amount>10000", sort: "-amount", fields: ["Amount", "Stage"] }))
        .data,
    async check({ records, count }) {
      assert.deepEqual(
        records.map((one: { title: string; values: object }) => [one.title, one.values]),
        [
          ["Flow metering, Berlin", { stage: "negotiation", amount: "48000" }],
          ["Kiln monitoring", { stage: "proposal", amount: "22000" }],
        ],
      );
      assert.deepEqual(count, { value: 2, is_exact: true });
    },
  },
  {
    words: "What is Jane Doe's phone number, the one at Acme?",
    maxCalls: 1,
    tokens: 100,
    script: async (ask) =>
      (await ask("query_records", { type: "contact", filter: 'name:"Jane Doe" organization:Acme', fields: ["phone"] })).data.records,
    async check(records) {
      assert.deepEqual(
        records.map((one: { values: object }) => one.values),
        [{ phone: ["+4930901820"] }],
      );
    },
  },
  {
    words: "What happened with kiln monitoring so far?",
    maxCalls: 1,
    tokens: 200,
    script: async (ask) => (await ask("get_timeline", { type: "deal", record: "kiln monitoring" })).data.entries,
    async check(entries) {
      assert.deepEqual(
        entries.map((one: { kind: string; by: string }) => [one.kind, one.by]),
        [["record.created", "Tomasz Wrona"]],
      );
    },
  },
  {
    words: "What is overdue for me?",
    maxCalls: 1,
    tokens: 250,
    script: async (ask) =>
      (await ask("query_records", { type: "task", filter: "is:overdue is:mine", sort: "due", fields: ["due"] })).data.records,
    async check(records) {
      assert.deepEqual(
        records.map((one: { title: string }) => one.title),
        ["Ask for the drawings", "Send the offer", "Check references"],
      );
    },
  },
  {
    words: "Who has how much in the pipeline?",
    maxCalls: 1,
    tokens: 150,
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:open",
          group_by: "Owner",
          measures: [{ measure: "sum", field: "amount" }],
        })
      ).data.groups,
    async check(groups, { mara }) {
      const { items } = await mara.call("records.list", { type: "deal", filter: "is:open", limit: 100 });
      const sums = new Map<string, number>();
      for (const { values } of items) {
        const { name } = values["owner"] as { name: string };
        sums.set(name, (sums.get(name) ?? 0) + Number(values["amount"]));
      }
      assert.deepEqual(
        groups.map((one: { label: string; values: string[] }) => [one.label, Number(one.values[0])]),
        [...sums].sort((a, b) => b[1] - a[1]),
      );
    },
  },
  {
    words: "How many leads came in, month by month?",
    maxCalls: 1,
    tokens: 50,
    script: async (ask) => (await ask("aggregate_records", { type: "lead", group_by: "created_at", interval: "month" })).data.groups,
    async check(groups) {
      assert.deepEqual(
        groups.map((one: { values: number[] }) => one.values),
        [[3]],
      );
    },
  },
  {
    words: "Which German organizations have no open deal, and who looks after them?",
    maxCalls: 1,
    tokens: 1_350,
    script: async (ask) =>
      (await ask("query_records", { type: "organization", filter: "country:DE none(deals, is:open)", fields: ["owner"], sort: "name" }))
        .data,
    async check({ records, count }, { mara }) {
      const { items } = await mara.call("records.list", {
        type: "organization",
        filter: "country:DE",
        fields: ["name", "deals"],
        limit: 100,
      });
      const open = await mara.call("records.list", { type: "deal", filter: "is:open", fields: ["organization"], limit: 100 });
      const busy = new Set(open.items.map((one) => (one.values["organization"] as { id: string }).id));
      assert.equal(count.value, items.filter((one) => !busy.has(one.id)).length);
      assert.ok(records.some((one: { title: string }) => one.title === "Harrow Dairy"));
      assert.ok(!records.some((one: { title: string }) => one.title === "Acme"));
    },
  },
  {
    words: "Tell me everything about Thornbury Water",
    maxCalls: 2,
    tokens: 500,
    async script(ask) {
      const { data } = await ask("search", { query: "Thornbury Water" });
      return (await ask("fetch", { id: data.results[0].id })).data;
    },
    async check({ title, text }) {
      assert.equal(title, "Thornbury Water");
      assert.equal((JSON.parse(text) as { values: { city: string } }).values.city, "Cork");
    },
  },
  {
    words: "What did Ines lose, and why?",
    maxCalls: 1,
    tokens: 50,
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:lost owner:Ines",
          group_by: "lost_reason",
          measures: [{ measure: "sum", field: "amount" }],
        })
      ).data.groups,
    async check(groups) {
      assert.deepEqual(groups, [{ key: "price", label: "Price", values: ["12000"] }]);
    },
  },
  {
    words: "Which stages do our deals go through?",
    maxCalls: 1,
    tokens: 1_150,
    script: async (ask) => (await ask("describe_types", { types: ["deal"] })).data.items[0],
    async check(type) {
      const stage = type.fields.find((one: { key: string }) => one.key === type.stage_field);
      assert.deepEqual(
        stage.options.map((one: { label: string }) => one.label),
        ["Qualified", "Discovery", "Proposal", "Negotiation", "Won", "Lost"],
      );
    },
  },
  {
    words: "Do we know a Piotr Novak?",
    maxCalls: 1,
    tokens: 150,
    script: async (ask) => (await ask("search", { query: "Piotr Novak" })).data.results,
    async check(results) {
      assert.ok(results.some((one: { title: string }) => one.title === "Piotr Nowak"));
    },
  },
  {
    words: "Can Ines invite people?",
    maxCalls: 1,
    tokens: 100,
    script: async (ask) => (await ask("list_members", { search: "ines" })).data.items,
    async check(items) {
      assert.deepEqual(
        items.map((one: { name: string; role: string }) => [one.name, one.role]),
        [["Ines Carvalho", "member"]],
      );
    },
  },
];

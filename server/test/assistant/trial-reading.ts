import assert from "node:assert/strict";
import type { TrialTask } from "./task.ts";
import { day } from "../moments.ts";

interface Group {
  key: string | null;
  label: string;
  second?: { label: string };
  values: (string | number | null)[];
  compared?: (string | number | null)[];
}

const titlesOf = (records: { title: string }[]) => records.map((one) => one.title).sort();

/** Questions of the first trial, with the calls of a model that knows only the tools. */
export const TRIAL_READING: TrialTask[] = [
  {
    words: "Which deals over 40k close this month?",
    calls: 1,
    script: async (ask) => (await ask("query_records", { type: "deal", filter: "amount>40000 close_date:this_month" })).data.records,
    check: async (records) => assert.deepEqual(titlesOf(records), ["Flow metering, Berlin"]),
  },
  {
    words: "What is each of us likely to win: the pipeline weighted by probability, by owner",
    calls: 1,
    script: async (ask) =>
      (await ask("aggregate_records", { type: "deal", filter: "is:open", group_by: "owner", measures: [{ measure: "weighted" }] })).data
        .groups,
    async check(groups: Group[]) {
      const ines = groups.find((group) => group.label === "Ines Carvalho");
      assert.equal(Number(ines?.values[0]), 15_000 * 0.25 + 8_000 * 0.1);
    },
  },
  {
    words: "How many open deals does each of us have in each stage, and what is the usual size?",
    calls: 1,
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:open owner:Ines",
          group_by: "owner,stage",
          measures: [{ measure: "count" }, { measure: "median", field: "amount" }],
        })
      ).data.groups,
    async check(groups: Group[]) {
      assert.deepEqual(groups.map(({ label, second, values }) => [label, second?.label, ...values.map(Number)].join()).sort(), [
        "Ines Carvalho,Discovery,1,15000",
        "Ines Carvalho,Qualified,1,8000",
      ]);
    },
  },
  {
    words: "What did we win this quarter, against last quarter?",
    calls: 1,
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:won owner:Tomasz won_at:this_quarter",
          compare: "is:won owner:Tomasz won_at:last_quarter",
          measures: [{ measure: "count" }, { measure: "sum", field: "amount" }],
        })
      ).data.groups,
    // It was won 90 days ago: in the last days of a quarter that is the same quarter.
    check: async ([{ values, compared }]) =>
      assert.deepEqual(values[0] === 0 ? [compared, values] : [values, compared], [
        [1, "30000"],
        [0, null],
      ]),
  },
  {
    words: "What is overdue for me?",
    calls: 1,
    script: async (ask) => (await ask("query_records", { type: "task", filter: "is:overdue is:mine", fields: ["due"] })).data.records,
    check: async (records) => assert.deepEqual(titlesOf(records), ["Ask for the drawings", "Check references", "Send the offer"]),
  },
  {
    words: "Which deals did Ines lose on price?",
    calls: 1,
    script: async (ask) => (await ask("query_records", { type: "deal", filter: "is:lost lost_reason:price owner:Ines" })).data.records,
    check: async (records) => assert.deepEqual(titlesOf(records), ["Dosing control"]),
  },
  {
    words: "Our ten largest organizations by open deals",
    calls: 1,
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:open",
          group_by: "organization",
          measures: [{ measure: "sum", field: "amount" }],
          limit: 10,
        })
      ).data.groups,
    async check(groups: Group[]) {
      const sums = groups.map((group) => Number(group.values[0]));
      assert.deepEqual([sums.length, sums], [10, sums.toSorted((one, other) => other - one)]);
    },
  },
  {
    words: "Tell me everything about Thornbury Water: who we know there and what is going on",
    calls: 2,
    async script(ask) {
      const { data } = await ask("search", { query: "Thornbury Water" });
      return (await ask("fetch", { id: data.results[0].id })).data.text;
    },
    async check(text) {
      const { related } = JSON.parse(text) as { related: Record<string, { count: number; latest: { title: string; values: object }[] }> };
      assert.deepEqual(titlesOf(related["contacts"]?.latest ?? []), ["Anneke Vos"]);
      assert.deepEqual(
        [titlesOf(related["deals"]?.latest ?? []), related["deals"]?.count],
        [["Calibration service", "Kiln monitoring"], 2],
      );
      assert.ok(related["deals"]?.latest.some(({ values }) => JSON.stringify(values).includes('"stage":"proposal","amount":"22000"')));
    },
  },
  {
    words: "Which of my open deals has nobody talked about for 60 days?",
    calls: 1,
    script: async (ask) =>
      (
        await ask("query_records", {
          type: "deal",
          filter: "is:open is:mine last_activity_at<-60d",
          fields: ["last_activity_at"],
        })
      ).data.records,
    check: async (records) =>
      assert.deepEqual(titlesOf(records), ["Flow metering, Berlin", "Kiln monitoring", "Renewal 2027", "Renewal 2027"]),
  },
  {
    words: "Which deals have been in Proposal for more than 30 days, and since when are deals in each stage, usually?",
    calls: 2,
    async script(ask) {
      const { data } = await ask("query_records", {
        type: "deal",
        filter: "stage:proposal stage_entered_at<-30d",
        fields: ["stage_entered_at"],
      });
      const measures = [{ measure: "median", field: "stage_entered_at" }];
      return {
        count: data.count,
        ...(await ask("aggregate_records", { type: "deal", filter: "is:open", group_by: "stage", measures })).data,
      };
    },
    async check({ count, groups }: { count: object; groups: Group[] }) {
      assert.deepEqual(count, { value: 0, is_exact: true });
      assert.deepEqual([groups.length, groups.every(({ values }) => String(values[0]).slice(0, 10) >= day(-1))], [4, true]);
    },
  },
  {
    words: "Deals that close by the end of the quarter, those of the last 30 days, and those of 2026-Q4",
    calls: 3,
    async script(ask) {
      const filters = ["close_date:today..end_of_quarter", "close_date:last_30_days", "close_date:2026-Q4"];
      return Promise.all(filters.map((filter) => ask("query_records", { type: "deal", filter, limit: 1 })));
    },
    check: async (answers) => assert.equal(answers.length, 3),
  },
  {
    words: "Do we know a Juergen Krueger?",
    calls: 1,
    script: async (ask) => (await ask("search", { query: "Juergen Krueger" })).data.results,
    check: async (results) => assert.deepEqual(titlesOf(results), ["Jürgen Krüger"]),
  },
  {
    words: "Give me all open deals as a file",
    calls: 1,
    script: async (ask) => (await ask("query_records", { type: "deal", filter: "is:open", limit: 1, fields: ["name"] })).data.url,
    check: async (url) => assert.match(url, /\/records\/deal\?filter=is%3Aopen$/),
  },
  {
    words: "Whose notes mention the pilot plant?",
    calls: 1,
    script: async (ask) => (await ask("search", { query: "pilot plant" })).data.results,
    check: async (results) => assert.deepEqual(titlesOf(results), ["Anneke Vos", "Tank gauging"]),
  },
];

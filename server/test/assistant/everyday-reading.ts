import assert from "node:assert/strict";
import type { Team } from "./company.ts";
import type { Task } from "./task.ts";
import { day } from "../moments.ts";
import { nameOf, valuesOf } from "./everyday-company.ts";

export type EverydayTask = Pick<Task, "words" | "as" | "script" | "check">;

interface Row {
  title: string;
  values: Record<string, unknown>;
}
interface Group {
  label: string;
  values: (string | number)[];
  compared?: (string | number)[];
}

const titles = (rows: Row[]) => rows.map(({ title }) => title).sort();
const total = (records: Record<string, unknown>[]) => records.reduce((sum, one) => sum + Number(one["amount"]), 0);

/** How many contacts match, as the web application counts them. */
const countOf = async ({ mara }: Team, filter: string) =>
  (await mara.call("records.list", { type: "contact", filter, limit: 1 })).count?.value ?? NaN;

/** Questions, with the calls of a model that knows only the tools. */
export const EVERYDAY_READING: EverydayTask[] = [
  {
    words: "What is the number of our contact at Brackwater Ferries?",
    script: async (ask) =>
      (await ask("query_records", { type: "contact", filter: 'organization:"Brackwater Ferries"', fields: ["phone"] })).data.records,
    check: async (rows: Row[]) => assert.deepEqual(rows[0]?.values, { phone: ["+353915550142"] }),
  },
  {
    words: "I missed a call from 0035391 5550142. Who was it?",
    script: async (ask) => (await ask("search", { query: "0035391 5550142" })).data.results[0].title,
    check: async (title) => assert.equal(title, "Sorcha Byrne"),
  },
  {
    words: "What was the deal with Stahlhof again?",
    script: async (ask) => (await ask("search", { query: "deal with Stahlhof" })).data.results[0].title,
    check: async (title) => assert.equal(title, "Furnace sensors"),
  },
  {
    words: "Was haben wir mit Frau Krüger vom Stahlhof besprochen?",
    script: async (ask) => (await ask("get_timeline", { type: "contact", record: "Olga Krüger" })).data.entries,
    check: async ([entry]) => assert.deepEqual([entry.note, entry.by], ["Sie entscheidet im Januar.", "Mara Lindqvist"]),
  },
  {
    words: "Split the open pipeline by the customer's country",
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:open",
          group_by: "organization.country",
          measures: [{ measure: "sum", field: "amount" }],
        })
      ).data.groups,
    async check(groups: Group[], team) {
      const french = await valuesOf(team, "deal", "is:open organization.country:FR");
      assert.equal(Number(groups.find((group) => group.label === "FR")?.values[0]), total(french));
    },
  },
  {
    words: "How many days does it take us to win a deal?",
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:won",
          measures: [{ measure: "median", field: "created_at..won_at" }],
        })
      ).data.groups[0].values[0],
    check: async (days) => assert.equal(Number(days), 0, "all of them were made and won today"),
  },
  {
    words: "What did Mara change today, and in which fields?",
    script: async (ask) => (await ask("list_changes", { by: "Mara", since: "today", limit: 2 })).data.items,
    async check([latest]) {
      assert.deepEqual([latest.records[0].title, latest.fields.toSorted()], ["Furnace sensors", ["amount", "next_step"]]);
    },
  },
  {
    words: "Which companies do we know in Poland?",
    script: async (ask) =>
      (await ask("query_records", { type: "organization", filter: "country:Poland", fields: ["city"], limit: 5 })).data,
    async check({ records, count }, team) {
      const polish = await valuesOf(team, "organization", "country:PL");
      assert.equal(count.value, polish.length);
      assert.ok(records.every((row: Row) => polish.some((one) => one["title"] === row.title)));
    },
  },
  {
    words: "How many people has nobody contacted in the last 30 days?",
    script: async (ask) =>
      (await ask("aggregate_records", { type: "contact", filter: "no:last_contacted OR last_contacted<-30d" })).data.groups[0].values[0],
    async check(count, team) {
      assert.equal(count, (await countOf(team, "")) - (await countOf(team, "has:last_contacted")));
    },
  },
  {
    words: "Per stage: how many open deals are mine, and how many Mara's?",
    script: async (ask) =>
      (await ask("aggregate_records", { type: "deal", filter: "is:open is:mine", compare: "is:open owner:Mara", group_by: "stage" })).data
        .groups,
    async check(groups: Group[], team) {
      const negotiation = groups.find((group) => group.label === "Negotiation");
      const count = async (filter: string) => (await valuesOf(team, "deal", filter)).length;
      assert.deepEqual(
        [negotiation?.values, negotiation?.compared],
        [[await count("stage:negotiation owner:Tomasz")], [await count("stage:negotiation owner:Mara")]],
      );
    },
  },
  {
    words: "Our five biggest open deals, and whose they are",
    script: async (ask) =>
      (await ask("query_records", { type: "deal", filter: "is:open", sort: "-amount", limit: 5, fields: ["amount", "owner"] })).data
        .records,
    async check(rows: Row[], team) {
      const amounts = (await valuesOf(team, "deal", "is:open")).map((one) => Number(one["amount"])).sort((a, b) => b - a);
      assert.deepEqual(
        rows.map(({ values }) => Number(values["amount"])),
        amounts.slice(0, 5),
      );
    },
  },
  {
    words: "What does the team have to do by tomorrow, late things too?",
    script: async (ask) =>
      (await ask("query_records", { type: "task", filter: "is:open due<=+1d", sort: "due", fields: ["due", "owner"] })).data.records,
    async check(rows: Row[], team) {
      const due = (await valuesOf(team, "task", "is:open")).filter((one) => String(one["due"]) <= day(1));
      assert.deepEqual(titles(rows), titles(due as unknown as Row[]));
    },
  },
  {
    words: "Tell me about Brackwater before I go in",
    script: async (ask) => (await ask("fetch", { id: "Brackwater Ferries" })).data.text,
    async check(text) {
      for (const word of ["Galway", "Sorcha Byrne", "Ballast pumps"]) assert.ok(text.includes(word), word);
    },
  },
  {
    words: "Which of my deals have no next step?",
    script: async (ask) =>
      (await ask("query_records", { type: "deal", filter: "is:open is:mine no:next_step", fields: ["stage"] })).data.records,
    async check(rows: Row[], team) {
      const without = (await valuesOf(team, "deal", "is:open owner:Tomasz")).filter((one) => !one["next_step"]);
      assert.deepEqual(titles(rows), titles(without as unknown as Row[]));
    },
  },
  {
    words: "Is any company in there twice?",
    script: async (ask) => (await ask("find_duplicates", { type: "organization", limit: 3 })).text,
    check: async (text) => assert.match(text, /Ondine Textiles SARL/),
  },
  {
    words: "For how many contacts do we have no phone?",
    script: async (ask) => (await ask("aggregate_records", { type: "contact", filter: "no:phone" })).data.groups[0].values[0],
    async check(count, team) {
      const withPhone = await countOf(team, "has:phone");
      assert.ok(withPhone > 0);
      assert.equal(count, (await countOf(team, "")) - withPhone);
    },
  },
  {
    words: "What has happened on Furnace sensors?",
    script: async (ask) => (await ask("get_timeline", { type: "deal", record: "Furnace sensors" })).data.entries,
    async check(entries) {
      assert.deepEqual(
        entries.map((one: { kind: string }) => one.kind),
        ["record.updated", "record.created"],
      );
    },
  },
  {
    words: "Why do we lose deals?",
    script: async (ask) => (await ask("aggregate_records", { type: "deal", filter: "is:lost", group_by: "lost_reason" })).data.groups,
    async check(groups: Group[], team) {
      const price = await valuesOf(team, "deal", "lost_reason:price");
      assert.equal(groups.find((group) => group.label === "Price")?.values[0], price.length);
    },
  },
  {
    words: "Put Dye dosing and its second phase side by side",
    script: async (ask) =>
      (await ask("query_records", { type: "deal", records: ["Dye dosing", "Dye dosing, phase two"], fields: ["stage", "amount"] })).data
        .records,
    async check(rows: Row[]) {
      assert.deepEqual(
        rows.map(({ values }) => [values["stage"], Number(values["amount"])]),
        [
          ["negotiation", 12_000],
          ["qualified", 27_000],
        ],
      );
    },
  },
  {
    words: "What can we expect month by month, weighted?",
    script: async (ask) =>
      (
        await ask("aggregate_records", {
          type: "deal",
          filter: "is:open is:mine",
          group_by: "close_date",
          interval: "month",
          measures: [{ measure: "weighted" }],
        })
      ).data.groups,
    async check(groups: Group[]) {
      assert.ok(groups.length > 0 && groups.every((group) => Number(group.values[0]) >= 0));
    },
  },
  {
    words: "Send me a link to my open deals",
    script: async (ask) => (await ask("query_records", { type: "deal", filter: "is:open is:mine", limit: 1, fields: ["stage"] })).data.url,
    check: async (url) => assert.match(url, /\/records\/deal\?filter=is%3Aopen/),
  },
  {
    words: "Who can change our fields?",
    script: async (ask) => (await ask("list_members")).data.items,
    async check(people: { name: string; role: string }[]) {
      assert.deepEqual(
        people.filter(({ role }) => role === "admin").map(({ name }) => name),
        ["Mara Lindqvist"],
      );
    },
  },
  {
    words: "What was the biggest deal we ever won, and who won it?",
    script: async (ask) =>
      (await ask("query_records", { type: "deal", filter: "is:won", sort: "-amount", limit: 1, fields: ["amount", "owner"] })).data.records,
    check: async ([row]) => assert.deepEqual([row.title, nameOf(row.values.owner) ?? row.values.owner], ["Brine line", "Mara Lindqvist"]),
  },
  {
    words: "Who at Ondine is involved in Dye dosing?",
    script: async (ask) =>
      (await ask("query_records", { type: "contact", filter: 'deals.name:"Dye dosing"', fields: ["email"] })).data.records,
    check: async (rows: Row[]) => assert.deepEqual(titles(rows), ["Claire Petit"]),
  },
  {
    words: "Which customers have two open deals or more with me?",
    script: async (ask) =>
      (await ask("query_records", { type: "organization", filter: "count(deals, is:open owner:@me)>=2", fields: ["city"] })).data.records,
    async check(rows: Row[], team) {
      const mine = await valuesOf(team, "deal", "is:open owner:Tomasz");
      const names = mine.map((one) => (one["organization"] as { title: string }).title);
      assert.deepEqual(titles(rows), [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].sort());
    },
  },
];

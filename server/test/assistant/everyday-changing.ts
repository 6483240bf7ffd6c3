import assert from "node:assert/strict";
import { day } from "../moments.ts";
import type { Person } from "../service.ts";
import type { EverydayTask } from "./everyday-reading.ts";
import { nameOf, notesOf, only, titleOf, titlesOf, valuesOf } from "./everyday-company.ts";

interface Row {
  id: string;
}

const GUESTS = Array.from({ length: 8 }, (_, at) => ({
  values: { name: `Visitor ${at}`, email: `visitor${at}@expo.example`, organization: { name: `Booth ${at % 2}` } },
}));
const change = (record: string, values: object) => [{ record, values }];

/** Tasks that change data. The order matters: some refer to the one before. */
export const EVERYDAY_CHANGING: EverydayTask[] = [
  {
    words: "Remind me tomorrow to ring Sorcha Byrne",
    script: async (ask) =>
      ask("save_records", { type: "task", records: [{ values: { name: "Ring Sorcha", due: "tomorrow", contact: "Sorcha Byrne" } }] }),
    async check(_, team) {
      const task = await only(team, "task", 'name:"Ring Sorcha" is:open');
      assert.deepEqual([task["due"], nameOf(task["owner"]), titleOf(task["contact"])], [day(1), "Tomasz Wrona", "Sorcha Byrne"]);
    },
  },
  {
    words: "Just write on Ballast pumps that the dock is closed in March",
    script: async (ask) =>
      (await ask("save_records", { type: "deal", records: [{ record: "Ballast pumps", note: "The dock is closed in March." }] })).data
        .results[0].status,
    async check(status, team) {
      assert.equal(status, "noted");
      assert.deepEqual(await notesOf(team, (await only(team, "deal", 'name:"Ballast pumps"')).id), ["The dock is closed in March."]);
    },
  },
  {
    words: "It is April, not March: put the note right",
    async script(ask) {
      await ask("undo", { id: "last" });
      await ask("save_records", { type: "deal", records: [{ record: "Ballast pumps", note: "The dock is closed in April." }] });
    },
    async check(_, team) {
      assert.deepEqual(await notesOf(team, (await only(team, "deal", 'name:"Ballast pumps"')).id), ["The dock is closed in April."]);
    },
  },
  {
    words: "New deal: Hull monitoring for Neue Werft AG, who are new, 33k",
    script: async (ask) =>
      ask("save_records", {
        type: "deal",
        records: [{ values: { name: "Hull monitoring", amount: "33k", organization: { name: "Neue Werft AG" } } }],
      }),
    async check(_, team) {
      const deal = await only(team, "deal", 'is:open organization:"Neue Werft AG"');
      assert.deepEqual([Number(deal["amount"]), deal["stage"], nameOf(deal["owner"])], [33_000, "qualified", "Tomasz Wrona"]);
    },
  },
  {
    words: "We also lose deals to mergers. Make that a reason",
    as: "admin",
    script: async (ask) => ask("add_field", { type: "deal", key: "lost_reason", options: [{ key: "merger", label: "Merger" }] }),
    async check(_, team) {
      const { items } = await team.mara.call("types.list", { types: ["deal"] });
      const options = items[0]?.fields.find(({ key }) => key === "lost_reason")?.options ?? [];
      assert.deepEqual(
        options.filter(({ retired }) => !retired).map(({ label }) => label),
        ["Price", "Timing", "Competitor", "No decision", "Not a fit", "Merger"],
      );
    },
  },
  {
    words: "We need a stage for deals that are on hold",
    as: "admin",
    script: async (ask) =>
      ask("add_field", { type: "deal", key: "stage", options: [{ key: "on_hold", label: "On hold", state: "open", probability: 5 }] }),
    async check(_, team) {
      const { items } = await team.mara.call("types.list", { types: ["deal"] });
      const stage = items[0]?.fields.find(({ key }) => key === "stage");
      assert.equal(stage?.options?.length, 7);
      assert.equal(stage.options.find(({ key }) => key === "on_hold")?.state, "open");
    },
  },
  {
    words: "Put the second phase of Dye dosing on hold",
    script: async (ask) => ask("save_records", { type: "deal", records: change("Dye dosing, phase two", { stage: "On hold" }) }),
    async check(_, team) {
      assert.equal((await only(team, "deal", "stage:on_hold is:open"))["title"], "Dye dosing, phase two");
    },
  },
  {
    words: "Keep my open deals over 20k as a list called Big ones",
    script: async (ask) => ask("save_view", { type: "deal", name: "Big ones", filter: "is:open is:mine amount>20k", sort: "-amount" }),
    async check(_, { tomasz }) {
      assert.deepEqual(await viewsOf(tomasz), [["Big ones", "is:open is:mine amount>20k", "table"]]);
    },
  },
  {
    words: "Call that list Large deals, and make it a board",
    script: async (ask) => ask("save_view", { type: "deal", view: "Big ones", name: "Large deals", layout: "board" }),
    async check(_, { tomasz }) {
      assert.deepEqual(await viewsOf(tomasz), [["Large deals", "is:open is:mine amount>20k", "board"]]);
    },
  },
  {
    words: "On second thoughts, I do not need that list",
    script: async (ask) => ask("save_view", { type: "deal", view: "Large deals", is_deleted: true }),
    async check(_, { tomasz }) {
      assert.deepEqual(await viewsOf(tomasz), []);
    },
  },
  {
    words: "Claire Petit is no longer part of Dye dosing, Marek Zając is",
    script: async (ask) =>
      ask("link_records", { type: "deal", record: "Dye dosing", field: "contacts", add: ["Marek Zając"], remove: ["Claire Petit"] }),
    async check(_, team) {
      assert.deepEqual(titlesOf((await only(team, "deal", 'name:"Dye dosing"'))["contacts"]), ["Marek Zając"]);
    },
  },
  {
    words: "The two Ondines are one company: keep the one without SARL",
    async script(ask) {
      const { data } = await ask("query_records", { type: "organization", filter: 'name^="Ondine"', sort: "name", fields: ["name"] });
      const [into, from] = data.records as Row[];
      await ask("merge_records", { type: "organization", into: into?.id, from: [from?.id] });
    },
    async check(_, team) {
      assert.equal((await only(team, "organization", 'name^="Ondine"')).title, "Ondine Textiles");
    },
  },
  {
    words: "No, that was wrong. Take it back",
    script: async (ask) => ask("undo", { id: "last" }),
    async check(_, team) {
      assert.equal((await valuesOf(team, "organization", 'name^="Ondine"')).length, 2);
    },
  },
  {
    words: "Bin the second phase of Dye dosing",
    async script(ask) {
      const { data } = await ask("query_records", { type: "deal", records: ["Dye dosing, phase two"], fields: ["stage"] });
      await ask("delete_records", { ids: [data.records[0].id] });
    },
    check: async (_, team) => assert.deepEqual(await valuesOf(team, "deal", 'name:"Dye dosing, phase two"'), []),
  },
  {
    words: "Get it out of the bin again",
    script: async (ask) => ask("restore_records", { ids: ["Dye dosing, phase two"] }),
    check: async (_, team) => void (await only(team, "deal", 'name:"Dye dosing, phase two"')),
  },
  {
    words: "These eight came to our booth, with their companies. Put them in",
    script: async (ask) => ask("save_records", { type: "contact", records: GUESTS, match: "email" }),
    async check(_, team) {
      assert.equal((await valuesOf(team, "contact", "email~@expo.example")).length, 8);
      assert.equal((await valuesOf(team, "organization", 'name^="Booth"')).length, 2);
    },
  },
  {
    words: "The same list again; visitor 3 is a buyer now",
    script: async (ask) => {
      const records = GUESTS.map((row, at) => (at === 3 ? { values: { ...row.values, job_title: "Buyer" } } : row));
      return (await ask("save_records", { type: "contact", records, match: "email" })).data.results;
    },
    async check(results: { status: string }[], team) {
      assert.equal(results.filter(({ status }) => status === "unchanged").length, 7);
      assert.equal((await only(team, "contact", "job_title:Buyer email~@expo.example")).title, "Visitor 3");
      assert.equal((await valuesOf(team, "organization", 'name^="Booth"')).length, 2);
    },
  },
  {
    words: "I take over Mara's furnace tasks",
    async script(ask) {
      const all = { type: "task", filter: 'owner:Mara deal:"Furnace sensors"', values: { owner: "@me" } };
      const { data } = await ask("update_matching", { ...all, dry_run: true });
      await ask("update_matching", { ...all, count: data.count });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "task", 'owner:Tomasz deal:"Furnace sensors"')).length, 2);
    },
  },
  {
    words: "Undo the last two things you did for me",
    async script(ask) {
      await ask("undo", { id: "last" });
      await ask("undo", { id: "last" });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "task", 'owner:Mara deal:"Furnace sensors"')).length, 2);
      assert.deepEqual(await valuesOf(team, "contact", "job_title:Buyer email~@expo.example"), []);
    },
  },
  {
    words: "Sorcha's mobile is +353 87 123 4567, her office number stays",
    script: async (ask) =>
      ask("save_records", { type: "contact", records: change("Sorcha Byrne", { phone: ["+353 91 555 0142", "+353 87 123 4567"] }) }),
    async check(_, team) {
      assert.deepEqual((await only(team, "contact", 'name:"Sorcha Byrne"'))["phone"], ["+353915550142", "+353871234567"]);
    },
  },
  {
    words: "Nothing is next on Furnace sensors, take that out",
    script: async (ask) => ask("save_records", { type: "deal", records: change("Furnace sensors", { "Next step": null }) }),
    async check(_, team) {
      assert.equal((await only(team, "deal", 'name:"Furnace sensors"'))["next_step"] ?? null, null);
    },
  },
  {
    words: "Ballast pumps closes two weeks from today",
    script: async (ask) => ask("save_records", { type: "deal", records: change("Ballast pumps", { close_date: "+2w" }) }),
    async check(_, team) {
      assert.equal((await only(team, "deal", 'name:"Ballast pumps"'))["close_date"], day(14));
    },
  },
  {
    words: "All my tasks about Brackwater are done",
    async script(ask) {
      const all = { type: "task", filter: 'is:open is:mine organization:"Brackwater Ferries"', values: { state: "Done" } };
      const { data } = await ask("update_matching", { ...all, dry_run: true });
      await ask("update_matching", { ...all, count: data.count });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "task", 'state:done organization:"Brackwater Ferries"')).length, 2);
    },
  },
  {
    words: "I visited Olga Krüger yesterday, log it",
    script: async (ask) =>
      ask("save_records", {
        type: "task",
        records: [{ values: { name: "Visited Olga Krüger", state: "Done", due: "yesterday", contact: "Olga Krüger" } }],
      }),
    async check(_, team) {
      assert.equal((await only(team, "task", 'name:"Visited Olga Krüger" state:done'))["due"], day(-1));
    },
  },
  {
    words: "Stahlhof's deal and Marek's belong to Ines from now on: Furnace sensors and Brine line",
    script: async (ask) =>
      ask("save_records", {
        type: "deal",
        records: [...change("Furnace sensors", { owner: "Ines Carvalho" }), ...change("Brine line", { owner: "Ines Carvalho" })],
      }),
    async check(_, team) {
      assert.deepEqual(
        (await valuesOf(team, "deal", 'name:"Furnace sensors","Brine line"')).map((one) => nameOf(one["owner"])),
        ["Ines Carvalho", "Ines Carvalho"],
      );
    },
  },
];

async function viewsOf(person: Person) {
  const { items } = await person.call("views.list", { type: "deal" });
  return items.map(({ name, filter, layout }) => [name, filter, layout]);
}

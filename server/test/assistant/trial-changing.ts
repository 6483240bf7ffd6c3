import assert from "node:assert/strict";
import type { Team } from "./company.ts";
import type { TrialTask } from "./task.ts";
import { day } from "../moments.ts";

async function valuesOf({ mara }: Team, type: string, filter: string) {
  const { items } = await mara.call("records.list", { type, filter, sort: "name", limit: 100 });
  return items.map(({ title, values }): Record<string, unknown> => ({ title, ...values }));
}

const titleOf = (related: unknown) => (related as { title: string } | null)?.title;
const nameOf = (person: unknown) => (person as { name: string } | null)?.name;

interface Shown {
  id: string;
  values: Record<string, unknown>;
}

const ROWS = Array.from({ length: 40 }, (_, at) => ({
  values: { name: `Guest ${at}`, email: `guest${at}@fair.example`, source: "Event", organization: { name: `Stand ${at % 4}` } },
}));

/** Tasks of the first trial that change data. The order matters: some refer to the one before. */
export const TRIAL_CHANGING: TrialTask[] = [
  {
    words: "Move kiln monitoring to negotiation, and note that they want a pilot first",
    calls: 1,
    script: async (ask) =>
      ask("save_records", {
        type: "deal",
        records: [{ record: "Kiln monitoring", values: { stage: "Negotiation" }, note: "They want a pilot first." }],
      }),
    async check(_, team) {
      assert.equal((await valuesOf(team, "deal", 'name:"Kiln monitoring"'))[0]?.["stage"], "negotiation");
    },
  },
  {
    words: "Undo that",
    calls: 1,
    script: async (ask) => (await ask("undo", { id: "last" })).data,
    async check({ operation_id }, team) {
      assert.match(operation_id, /^op_/);
      assert.equal((await valuesOf(team, "deal", 'name:"Kiln monitoring"'))[0]?.["stage"], "proposal");
    },
  },
  {
    words: "What did we change today?",
    calls: 1,
    script: async (ask) => (await ask("list_changes", { by: "everyone", since: "today", limit: 2 })).data.items,
    async check(items) {
      const [undone, changed] = items;
      assert.deepEqual(
        [undone.by, undone.records[0].title, undone.kinds],
        ["Tomasz Wrona", "Kiln monitoring", ["note.removed", "record.updated"]],
      );
      assert.deepEqual([changed.count, changed.kinds, changed.key], [1, ["note.added", "record.updated"], "Assistant"]);
    },
  },
  {
    words: "I met Rosa Lind, rosa@lindwerk.example, of Lindwerk. They are new: put them in, with a deal over 20k",
    calls: 2,
    async script(ask) {
      await ask("search", { query: "rosa@lindwerk.example" });
      const contact = { name: "Rosa Lind", email: "rosa@lindwerk.example", organization: "Lindwerk" };
      const values = {
        name: "Lindwerk pilot",
        amount: 20_000,
        stage: "Qualified",
        organization: { name: "Lindwerk" },
        contacts: [contact],
      };
      return (await ask("save_records", { type: "deal", records: [{ values }] })).data;
    },
    async check({ also_created: created }, team) {
      assert.deepEqual(
        created.map((one: { type: string; title: string }) => [one.type, one.title]),
        [
          ["organization", "Lindwerk"],
          ["contact", "Rosa Lind"],
        ],
      );
      const [deal] = await valuesOf(team, "deal", "organization:Lindwerk");
      assert.deepEqual([deal?.["amount"], (deal?.["contacts"] as { title: string }[] | undefined)?.[0]?.title], ["20000", "Rosa Lind"]);
      assert.equal(titleOf((await valuesOf(team, "contact", "email:rosa@lindwerk.example"))[0]?.["organization"]), "Lindwerk");
    },
  },
  {
    words: "Give all new leads to Ines",
    calls: 2,
    async script(ask) {
      const change = { type: "lead", filter: "status:new", values: { owner: "Ines" } };
      const { data } = await ask("update_matching", { ...change, dry_run: true });
      return (await ask("update_matching", { ...change, count: data.count })).data;
    },
    async check({ operation_id, count }, team) {
      assert.deepEqual([typeof operation_id, count], ["string", 3]);
      assert.deepEqual(new Set((await valuesOf(team, "lead", "")).map((one) => nameOf(one["owner"]))), new Set(["Ines Carvalho"]));
    },
  },
  {
    words: "Jane Doe is in there twice: merge them",
    calls: 2,
    async script(ask) {
      const { data } = await ask("query_records", { type: "contact", filter: 'name:"Jane Doe"' });
      const [into, ...from] = data.records as Shown[];
      await ask("merge_records", { type: "contact", into: into?.id, from: from.map((one) => one.id) });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "contact", 'name:"Jane Doe"')).length, 1);
    },
  },
  {
    words: "We need a renewal date on deals",
    as: "admin",
    calls: 1,
    script: async (ask) =>
      (await ask("add_field", { type: "deal", key: "renewal_date", label: "Renewal date", field_type: "date" })).data.operation_id,
    check: async (operation) => assert.match(operation, /^op_/),
  },
  {
    words: "Here are forty guests of the fair with their organizations. I may have sent you this list before",
    calls: 2,
    async script(ask) {
      await ask("save_records", { type: "contact", records: ROWS, match: "email" });
      return (await ask("save_records", { type: "contact", records: ROWS, match: "email" })).data;
    },
    async check({ results, also_created: created }, team) {
      assert.deepEqual([new Set(results.map((one: { status: string }) => one.status)), created], [new Set(["unchanged"]), undefined]);
      assert.equal((await valuesOf(team, "contact", "email~@fair.example")).length, 40);
      assert.equal((await valuesOf(team, "organization", 'name^="Stand"')).length, 4);
    },
  },
  {
    words: "Remind me on Friday to call Piotr Nowak",
    calls: 1,
    script: async (ask) =>
      ask("save_records", {
        type: "task",
        records: [{ values: { name: "Call Piotr", due: "friday", state: "open", contact: "Piotr Nowak" } }],
      }),
    async check(_, team) {
      const [task] = await valuesOf(team, "task", 'name:"Call Piotr"');
      assert.deepEqual([new Date(String(task?.["due"])).getUTCDay(), nameOf(task?.["owner"])], [5, "Tomasz Wrona"]);
    },
  },
  {
    words: "Delete the test contacts",
    calls: 2,
    async script(ask) {
      const { data } = await ask("query_records", { type: "contact", filter: 'name^="Test person" is:mine', limit: 100, fields: ["name"] });
      await ask("delete_records", { ids: data.records.map((one: Shown) => one.id) });
    },
    async check(_, team) {
      assert.deepEqual(await valuesOf(team, "contact", 'name^="Test person"'), []);
    },
  },
  {
    words: "Test person 17 was real. Bring them back, only them",
    calls: 2,
    async script(ask) {
      const { data } = await ask("query_records", { type: "contact", filter: 'is:deleted name:"Test person 17"', fields: ["name"] });
      await ask("restore_records", { ids: [data.records[0].url] });
    },
    async check(_, team) {
      assert.deepEqual(
        (await valuesOf(team, "contact", 'name^="Test person"')).map((one) => one["title"]),
        ["Test person 17"],
      );
    },
  },
  {
    words: "The 2027 renewal of Kestrel is at 6,500 now",
    calls: 2,
    async script(ask) {
      const filter = 'name:"Renewal 2027" organization:"Kestrel Optics"';
      const { data } = await ask("query_records", { type: "deal", filter, fields: ["amount"] });
      await ask("save_records", { type: "deal", records: [{ record: data.records[0].url, values: { amount: 6500 } }] });
    },
    async check(_, team) {
      const deals = await valuesOf(team, "deal", 'name:"Renewal 2027"');
      assert.deepEqual(deals.map((one) => String(one["amount"])).sort(), ["6500", "7000"]);
    },
  },
  {
    words: "All of Mara's contacts came from the event: set that",
    calls: 2,
    async script(ask) {
      const change = { type: "contact", filter: "owner:Mara", values: { source: "Event" } };
      const { data } = await ask("update_matching", { ...change, dry_run: true });
      return (await ask("update_matching", { ...change, count: data.count })).data;
    },
    check: async ({ count, changed }) => assert.deepEqual([count, changed], [500, 500]),
  },
  {
    words: "I called Piotr Nowak yesterday, he is interested. Log it",
    calls: 1,
    script: async (ask) => {
      const values = { name: "Called Piotr", state: "Done", due: "yesterday", contact: "Piotr Nowak", description: "He is interested." };
      return ask("save_records", { type: "task", records: [{ values }] });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "task", 'name:"Called Piotr"'))[0]?.["due"], day(-1));
    },
  },
  {
    words: "Oskar Blom is serious. Make an organization, a contact and a deal over 60k of his lead",
    calls: 3,
    async script(ask) {
      const { data } = await ask("query_records", { type: "lead", records: ["Oskar Blom"] });
      const { email, company } = data.records[0].values;
      const values = {
        name: "Sensors for the new line",
        stage: "Qualified",
        amount: 60_000,
        organization: { name: company },
        contacts: [{ name: "Oskar Blom", email, organization: company }],
      };
      await ask("save_records", { type: "deal", records: [{ values }] });
      await ask("save_records", { type: "lead", records: [{ record: "Oskar Blom", values: { status: "Qualified" } }] });
    },
    async check(_, team) {
      const [deal] = await valuesOf(team, "deal", 'organization:"Larkfield Glass"');
      assert.deepEqual([deal?.["amount"], (deal?.["contacts"] as { title: string }[] | undefined)?.[0]?.title], ["60000", "Oskar Blom"]);
      assert.equal((await valuesOf(team, "lead", 'name:"Oskar Blom"'))[0]?.["status"], "qualified");
    },
  },
  {
    words: "In a new conversation: undo what you did with Mara's contacts earlier",
    calls: 2,
    async script(ask) {
      const { data } = await ask("list_changes", {});
      const wanted = data.items.find((one: { count: number }) => one.count === 500);
      return (await ask("undo", { id: wanted.operation_id })).data;
    },
    async check({ records }, team) {
      assert.equal(records, 500);
      assert.equal((await valuesOf(team, "contact", "owner:Mara source:event")).length, 0);
    },
  },
  {
    words: "Tank gauging ist jetzt bei 15.500,50 €",
    calls: 1,
    async script(ask) {
      const change = { record: "Tank gauging", values: { amount: "15.500,50 €" } };
      return (await ask("save_records", { type: "deal", records: [change] })).data.results[0].values;
    },
    check: async (values) => assert.deepEqual(values, { amount: "15500.5" }),
  },
  {
    words: "Make a shared view of the open deals over 10k for the team",
    calls: 1,
    script: async (ask) =>
      (await ask("save_view", { type: "deal", name: "Over 10k", filter: "is:open amount>10000", sort: "-amount", is_shared: true })).data,
    async check({ url, operation_id }, { ines }) {
      assert.match(`${url} ${operation_id}`, /\/records\/deal\?view=view_\w+ op_/);
      assert.ok((await ines.call("views.list", { type: "deal" })).items.some((view) => view.name === "Over 10k"));
    },
  },
];

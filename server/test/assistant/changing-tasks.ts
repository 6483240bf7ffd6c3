import assert from "node:assert/strict";
import type { Team } from "./company.ts";
import type { Task } from "./task.ts";
import { day, NOW } from "../moments.ts";

const MONDAY = day(7 - ((NOW.getUTCDay() + 6) % 7));

/** The values of records, as the Admin sees them. */
async function valuesOf({ mara }: Team, type: string, filter: string) {
  const { items } = await mara.call("records.list", { type, filter, sort: "name", limit: 100 });
  return items.map(({ title, values }): Record<string, unknown> => ({ title, ...values }));
}

const titleOf = (related: unknown) => (related as { title: string } | null)?.title;
const titlesOf = (related: unknown) => (related as { title: string }[] | undefined)?.map((one) => one.title).sort();
const nameOf = (person: unknown) => (person as { name: string } | null)?.name;

interface Shown {
  id: string;
  title: string;
  values: Record<string, unknown>;
}

/** The last change, for "undo that". */
let lastOperation = "";

/** Tasks that change data, with the calls of a model. The order matters: some refer to the one before. */
export const CHANGING: Task[] = [
  {
    words: "Set Acme's deal to won and note why: they signed after the board meeting",
    maxCalls: 2,
    tokens: 200,
    async script(ask) {
      const { data } = await ask("query_records", { type: "deal", filter: "organization:Acme is:open", fields: ["stage"] });
      await ask("save_records", {
        type: "deal",
        records: [{ record: data.records[0].id, values: { stage: "Won" }, note: "They signed after the board meeting." }],
      });
    },
    async check(_, team) {
      const [deal] = await valuesOf(team, "deal", "organization:Acme");
      assert.equal(deal?.["stage"], "won");
      const { items } = await team.mara.call("records.search", { query: "Flow metering, Berlin" });
      const story = await team.mara.call("records.timeline", { id: items[0]?.id ?? "" });
      assert.deepEqual([story.items[0]?.note?.text, story.items[0]?.key?.name], ["They signed after the board meeting.", "Assistant"]);
    },
  },
  {
    words: "Set the kiln monitoring deal to negotiation, it is Tuesday's meeting that counted",
    maxCalls: 1,
    tokens: 100,
    async script(ask) {
      const change = { record: "Kiln monitoring", values: { Stage: "Negotiation" }, note: "After Tuesday's meeting." };
      lastOperation = (await ask("save_records", { type: "deal", records: [change] })).data.operation_id;
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "deal", 'name:"Kiln monitoring"'))[0]?.["stage"], "negotiation");
    },
  },
  {
    words: "Undo what you just did",
    maxCalls: 1,
    tokens: 60,
    script: async (ask) => ask("undo", { id: lastOperation }),
    async check(_, team) {
      assert.equal((await valuesOf(team, "deal", 'name:"Kiln monitoring"'))[0]?.["stage"], "proposal");
    },
  },
  {
    words: "Put Noor Haddad, noor@ember.example, into the CRM: she is the new buyer at Ember Robotics",
    maxCalls: 2,
    tokens: 200,
    async script(ask) {
      const { data } = await ask("search", { query: "noor@ember.example" });
      assert.ok(!data.results.some((one: { title: string }) => one.title === "Noor Haddad"));
      const values = { name: "Noor Haddad", email: "noor@ember.example", job_title: "Buyer", organization: "Ember Robotics" };
      await ask("save_records", { type: "contact", records: [{ values }] });
    },
    async check(_, team) {
      const [noor] = await valuesOf(team, "contact", "email:noor@ember.example");
      assert.deepEqual(
        [noor?.["title"], titleOf(noor?.["organization"]), nameOf(noor?.["owner"])],
        ["Noor Haddad", "Ember Robotics", "Tomasz Wrona"],
      );
    },
  },
  {
    words: "Note on tank gauging that they want two deliveries",
    maxCalls: 1,
    tokens: 50,
    script: async (ask) => ask("save_records", { type: "deal", records: [{ record: "Tank gauging", note: "They want two deliveries." }] }),
    async check(_, { mara }) {
      const { items } = await mara.call("records.search", { query: "Tank gauging", types: ["deal"] });
      const story = await mara.call("records.timeline", { id: items.find((one) => one.title === "Tank gauging")?.id ?? "" });
      assert.equal(story.items[0]?.note?.text, "They want two deliveries.");
    },
  },
  {
    words: "Remind Ines to call Anneke Vos about kiln monitoring on Monday, it is important",
    maxCalls: 1,
    // The answer names owner and related records, so that nobody looks them up.
    tokens: 120,
    script: async (ask) =>
      ask("save_records", {
        type: "task",
        records: [
          {
            values: {
              name: "Call Anneke Vos",
              owner: "Ines",
              due: MONDAY,
              priority: "High",
              state: "open",
              deal: "Kiln monitoring",
              contact: "Anneke Vos",
            },
          },
        ],
      }),
    async check(_, team) {
      const [task] = await valuesOf(team, "task", 'name:"Call Anneke Vos"');
      assert.deepEqual(
        [nameOf(task?.["owner"]), task?.["due"], task?.["priority"], titleOf(task?.["deal"]), titleOf(task?.["contact"])],
        ["Ines Carvalho", MONDAY, "high", "Kiln monitoring", "Anneke Vos"],
      );
    },
  },
  {
    words: "Move all my overdue tasks to Monday",
    maxCalls: 2,
    tokens: 400,
    async script(ask) {
      const { data } = await ask("query_records", { type: "task", filter: "is:overdue is:mine", fields: ["due"], limit: 100 });
      assert.equal(data.next_cursor, null);
      await ask("save_records", { type: "task", records: data.records.map(({ id }: Shown) => ({ record: id, values: { due: MONDAY } })) });
    },
    async check(_, team) {
      assert.deepEqual(await valuesOf(team, "task", "is:overdue owner:Tomasz"), []);
      assert.equal((await valuesOf(team, "task", `due:${MONDAY} owner:Tomasz`)).length, 3);
      assert.equal((await valuesOf(team, "task", "is:overdue")).length, 1, "not those of others");
    },
  },
  {
    words: "Mark my two tasks that are due first as done",
    maxCalls: 2,
    tokens: 350,
    async script(ask) {
      const { data } = await ask("query_records", { type: "task", filter: "is:open is:mine", sort: "due", limit: 2, fields: ["due"] });
      await ask("save_records", {
        type: "task",
        records: data.records.map(({ id }: Shown) => ({ record: id, values: { state: "Done" } })),
      });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "task", "state:done owner:Tomasz")).length, 3);
    },
  },
  {
    words: "Find duplicates of Jane Doe and merge them",
    maxCalls: 2,
    tokens: 600,
    async script(ask) {
      const { data } = await ask("query_records", { type: "contact", filter: 'name:"Jane Doe"' });
      const [into, ...from] = (data.records as Shown[]).sort((a, b) => Object.keys(b.values).length - Object.keys(a.values).length);
      const merged = await ask("merge_records", { type: "contact", into: into?.id, from: from.map((one) => one.id) });
      lastOperation = merged.data.operation_id;
    },
    async check(_, team) {
      const [jane, another] = await valuesOf(team, "contact", 'name:"Jane Doe"');
      assert.equal(another, undefined);
      assert.deepEqual(jane?.["email"], ["jane.doe@acme.example", "jane@doe.example"]);
      assert.deepEqual([jane?.["source"], titleOf(jane?.["organization"])], ["event", "Acme"]);
    },
  },
  {
    words: "Oh, those were two people: take them apart again",
    maxCalls: 1,
    tokens: 80,
    script: async (ask) => ask("undo", { id: lastOperation }),
    async check(_, team) {
      assert.deepEqual((await valuesOf(team, "contact", 'name:"Jane Doe"')).map((one) => String(one["email"])).sort(), [
        "jane.doe@acme.example",
        "jane@doe.example",
      ]);
    },
  },
  {
    words: "Delete the test leads",
    maxCalls: 2,
    tokens: 250,
    async script(ask) {
      const { data } = await ask("query_records", { type: "lead", filter: 'name^="Test lead"', fields: ["company"] });
      await ask("delete_records", { ids: data.records.map((one: Shown) => one.id) });
    },
    async check(_, team) {
      assert.deepEqual(
        (await valuesOf(team, "lead", "")).map((one) => one["title"]),
        ["Oskar Blom"],
      );
    },
  },
  {
    words: "Somebody deleted our test leads yesterday. Bring them back",
    maxCalls: 3,
    tokens: 300,
    async script(ask) {
      const { data } = await ask("query_records", { type: "lead", filter: "is:deleted", fields: ["name"] });
      const story = await ask("get_timeline", { type: "lead", record: data.records[0].id, limit: 1 });
      await ask("undo", { id: story.data.entries[0].operation_id });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "lead", "")).length, 3);
    },
  },
  {
    words: "Oskar Blom is serious. Make an organization, a contact and a deal over 60k of his lead",
    maxCalls: 5,
    tokens: 480,
    async script(ask) {
      const { data } = await ask("query_records", { type: "lead", records: ["Oskar Blom"] });
      const { email, company } = data.records[0].values;
      await ask("save_records", { type: "organization", records: [{ values: { name: company } }] });
      await ask("save_records", { type: "contact", records: [{ values: { name: "Oskar Blom", email, organization: company } }] });
      const values = { name: "Sensors for the new line", stage: "Qualified", amount: 60_000, organization: company, contacts: [email[0]] };
      await ask("save_records", { type: "deal", records: [{ values }] });
      await ask("save_records", { type: "lead", records: [{ record: "Oskar Blom", values: { status: "Qualified" } }] });
    },
    async check(_, team) {
      const [deal] = await valuesOf(team, "deal", 'organization:"Larkfield Glass"');
      assert.deepEqual([deal?.["amount"], titlesOf(deal?.["contacts"])], ["60000", ["Oskar Blom"]]);
      assert.equal((await valuesOf(team, "lead", 'name:"Oskar Blom"'))[0]?.["status"], "qualified");
    },
  },
  {
    words: "Thornbury Water moved to Dublin, and their number is +353 21 4960123 now",
    maxCalls: 1,
    tokens: 100,
    script: async (ask) =>
      ask("save_records", {
        type: "organization",
        records: [{ record: "Thornbury Water", values: { city: "Dublin", phone: "+353 21 4960123" } }],
      }),
    async check(_, team) {
      const [one] = await valuesOf(team, "organization", 'name:"Thornbury Water"');
      assert.deepEqual([one?.["city"], one?.["phone"]], ["Dublin", ["+353214960123"]]);
    },
  },
  {
    words: "Add Leila Haddad and Piotr Nowak to the leak detection deal",
    maxCalls: 1,
    tokens: 300,
    script: async (ask) =>
      ask("link_records", { type: "deal", record: "Leak detection", field: "Contacts", add: ["Leila Haddad", "piotr@kestrel.example"] }),
    async check(_, team) {
      const [deal] = await valuesOf(team, "deal", 'name:"Leak detection"');
      assert.deepEqual(titlesOf(deal?.["contacts"]), ["Leila Haddad", "Piotr Nowak"]);
    },
  },
  {
    words: "Push every proposal of mine that closes this month two weeks back",
    maxCalls: 2,
    tokens: 200,
    async script(ask) {
      const filter = "stage:proposal is:mine close_date:this_month";
      const { data } = await ask("query_records", { type: "deal", filter, fields: ["close_date"] });
      const later = (date: unknown) => new Date(Date.parse(String(date)) + 14 * 86_400_000).toISOString().slice(0, 10);
      const records = (data.records as Shown[]).map(({ id, values }) => ({
        record: id,
        values: { close_date: later(values["close_date"]) },
      }));
      await ask("save_records", { type: "deal", records });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "deal", 'name:"Kiln monitoring"'))[0]?.["close_date"], day(14));
    },
  },
  {
    words: "Ines is away: give her open deals to me",
    maxCalls: 2,
    tokens: 300,
    async script(ask) {
      const { data } = await ask("query_records", { type: "deal", filter: "owner:Ines is:open", fields: ["owner"], limit: 100 });
      await ask("save_records", { type: "deal", records: data.records.map(({ id }: Shown) => ({ record: id, values: { owner: "@me" } })) });
    },
    async check(_, team) {
      assert.deepEqual(await valuesOf(team, "deal", "owner:Ines is:open"), []);
      assert.equal((await valuesOf(team, "deal", "owner:Ines")).length, 1, "the one that is lost stays hers");
    },
  },
  {
    words: "What would happen if we gave up on everything with Ember Robotics? Don't do it",
    maxCalls: 2,
    tokens: 250,
    async script(ask) {
      const { data } = await ask("query_records", { type: "deal", filter: 'organization:"Ember Robotics" is:open', fields: ["stage"] });
      const values = { stage: "Lost", lost_reason: "No decision" };
      const records = data.records.map(({ id }: Shown) => ({ record: id, values }));
      return (await ask("save_records", { type: "deal", records, dry_run: true })).data;
    },
    async check({ operation_id, results }, team) {
      assert.deepEqual([operation_id, results.map((one: { status: string }) => one.status)], [null, ["updated", "updated"]]);
      assert.equal((await valuesOf(team, "deal", 'organization:"Ember Robotics" is:open')).length, 2);
    },
  },
  {
    words: "Here are five people from the fair; some we may know. Put them in",
    maxCalls: 2,
    tokens: 400,
    async script(ask) {
      const met = ["anneke@thornbury.example", "piotr@kestrel.example", "a@fair.example", "b@fair.example", "c@fair.example"];
      const { data } = await ask("query_records", { type: "contact", filter: `email:${met.join(",")}`, fields: ["email"] });
      const known = new Set((data.records as Shown[]).flatMap(({ values }) => values["email"] as string[]));
      const records = met.map((email) =>
        known.has(email) ? { record: email, values: {}, note: "Met at the fair" } : { values: { name: email, email, source: "Event" } },
      );
      return (await ask("save_records", { type: "contact", records })).data.results;
    },
    async check(results, team) {
      assert.deepEqual(
        results.map((one: { status: string }) => one.status),
        ["noted", "noted", "created", "created", "created"],
      );
      assert.equal((await valuesOf(team, "contact", "email^=piotr@kestrel")).length, 1);
    },
  },
  {
    words: "We need a renewal date on deals. Add it, and set Acme's to March 2027",
    as: "admin",
    maxCalls: 2,
    tokens: 1_250,
    async script(ask) {
      await ask("add_field", { type: "deal", key: "renewal_date", label: "Renewal date", field_type: "date" });
      const change = { record: "Flow metering, Berlin", values: { "Renewal date": "2027-03-31" } };
      await ask("save_records", { type: "deal", records: [change] });
    },
    async check(_, team) {
      assert.equal((await valuesOf(team, "deal", "renewal_date:2027-03"))[0]?.["title"], "Flow metering, Berlin");
    },
  },
  {
    words: "Invite noor@fernhill.example to the team",
    as: "admin",
    maxCalls: 1,
    tokens: 100,
    script: async (ask) => ask("invite_member", { email: "noor@fernhill.example" }),
    async check(_, { mara }) {
      assert.ok((await mara.call("invitations.list", {})).items.some((one) => one.email === "noor@fernhill.example"));
    },
  },
];

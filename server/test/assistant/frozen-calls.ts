import type { Ask } from "./assistant.ts";
import { FROZEN } from "./frozen-tasks.ts";

interface Row {
  id: string;
  title: string;
  // oxlint-disable-next-line no-explicit-any -- a script knows which fields it has asked for
  values: any;
}

const titled = (rows: Row[]) => rows.map(({ title }) => title);
const rowsOf = async (ask: Ask, type: string, filter: string, fields: string[] = ["name"]) =>
  (await ask("query_records", { type, filter, fields })).data.records as Row[];

/** The calls of a model for each of the frozen tasks, in their order. It knows the request, the tools and its earlier answers. */
const CALLS: ((ask: Ask) => Promise<unknown>)[] = [
  async (ask) => {
    const [row] = await rowsOf(ask, "contact", 'organization:"Ember Robotics"', ["email", "phone"]);
    return { name: row?.title, email: row?.values.email[0] };
  },
  async (ask) => {
    const measures = [{ measure: "sum", field: "amount" }];
    const { data } = await ask("aggregate_records", { type: "deal", filter: 'is:won organization:"Thornbury Water"', measures });
    return Number(data.groups[0].values[0]);
  },
  async (ask) => titled(await rowsOf(ask, "deal", "is:open is:mine close_date<today", ["close_date"])),
  async (ask) => titled(await rowsOf(ask, "deal", "is:open owner:Ines", ["stage", "amount"])),
  async (ask) => titled(await rowsOf(ask, "deal", "is:open owner:Ines last_activity_at<-60d", ["last_activity_at"])),
  async (ask) => {
    const { data } = await ask("aggregate_records", {
      type: "deal",
      filter: "is:won",
      measures: [{ measure: "average", field: "amount" }],
    });
    return Number(data.groups[0].values[0]);
  },
  async (ask) => {
    const [row] = await rowsOf(ask, "lead", '"forty sensors"', ["company"]);
    return { name: row?.title, company: row?.values.company };
  },
  async (ask) => titled(await rowsOf(ask, "task", "is:open is:mine due:today..+2w", ["due"])),
  async (ask) => (await ask("aggregate_records", { type: "deal", filter: "is:open", group_by: "owner" })).data.groups[0].label,
  (ask) => change(ask, "contact", "Anneke Vos", { organization: "Harrow Dairy", job_title: "Head of purchasing" }),
  (ask) => change(ask, "deal", "Kiln monitoring", { close_date: "2027-03-15", amount: 24_500 }),
  (ask) => change(ask, "deal", "Leak detection", { stage: "Lost", lost_reason: "Price" }),
  async (ask) => {
    const [row] = await rowsOf(ask, "contact", 'name:"Piotr Nowak"', ["email", "phone"]);
    const email = [...(row?.values.email ?? []), "p.nowak@kestrel.example"];
    return change(ask, "contact", "Piotr Nowak", { email, phone: "+33 6 12 34 56 78" });
  },
  (ask) => ask("link_records", { type: "deal", record: "Tank gauging", field: "contacts", add: ["Leila Haddad", "Piotr Nowak"] }),
  async (ask) => {
    const [jane] = await rowsOf(ask, "contact", 'name:"Jane Doe" organization:Acme');
    await ask("save_records", { type: "contact", records: [{ record: jane?.id, note: "She wants the offer by Friday." }] });
    const values = { name: "Offer for Jane Doe", due: "friday", contact: jane?.id };
    return ask("save_records", { type: "task", records: [{ values }] });
  },
  (ask) => change(ask, "deal", "Dosing control", { stage: "Discovery", lost_reason: null }),
  async (ask) => {
    const rows = await rowsOf(ask, "lead", 'name^="Test lead"');
    return ask("delete_records", { ids: rows.map(({ id }) => id) });
  },
  (ask) => ask("restore_records", { ids: ["Test lead two"] }),
  async (ask) => {
    await ask("search", { query: "Sun & Sons" });
    const organization = { name: "Sun & Sons", city: "Bristol" };
    const values = { name: "Maya Sun", email: "maya@sunsons.example", job_title: "Buyer", organization };
    return ask("save_records", { type: "contact", records: [{ values }] });
  },
  async (ask) => {
    const all = { type: "deal", filter: "stage:proposal owner:@me", values: { owner: "Ines" } };
    const { data } = await ask("update_matching", { ...all, dry_run: true });
    return ask("update_matching", { ...all, count: data.count });
  },
];

const change = (ask: Ask, type: string, record: string, values: object) => ask("save_records", { type, records: [{ record, values }] });

export const FROZEN_TASKS = FROZEN.map((task, at) => ({ ...task, script: CALLS[at] }));

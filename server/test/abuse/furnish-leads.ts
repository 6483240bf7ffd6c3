import { setTimeout } from "node:timers/promises";
import { newId } from "../../src/platform/random.ts";
import { deliveriesOf } from "../lead-sending.ts";
import { giveForm, sendForm } from "../leads/forms.ts";
import type { Person, Service } from "../service.ts";

/** Forms, what was sent with them, rules, destinations and deliveries: with the company's name in each. */
export async function furnishLeads(service: Service, admin: Person, company: string): Promise<Record<string, string[]>> {
  const form = await giveForm(admin, { name: `${company} form` });
  const draft = await giveForm(admin, { name: `${company} draft form`, state: "draft" });
  for (const at of [1, 2, 3])
    await sendForm(service, form.public_id, {
      name: `${company} visitor`,
      email: `${company}-${at}@test.example`,
      message: `${company} message`,
      _website: "filled in",
    });
  const held = async () => (await admin.call("leads.listSubmissions", { source: form.id, state: "held" })).items;
  while ((await held()).length < 3) await setTimeout(20);

  const send = { name: `${company} destination`, kind: "email" as const, email: `${company}@test.example` };
  const destinations = [await admin.call("leadSending.createDestination", send), await admin.call("leadSending.createDestination", send)];
  const dst = destinations.map(({ destination }) => destination.id);
  // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
  const rules = [{ name: `${company} rule`, then: { kind: "send" as const, destination_id: dst[0] ?? "" } }];
  const saved = await admin.call("leadSending.saveRules", { rules, note: `${company} note` });
  const rec: string[] = [];
  const hop: string[] = [];
  for (const at of [1, 2, 3]) {
    const values = { name: `${company} lead ${at}`, company, email: [`${company}-lead-${at}@test.example`] };
    const { record } = await admin.call("records.create", { type: "lead", values });
    await admin.call("leadSending.routeAgain", { id: record.id });
    rec.push(record.id);
    hop.push(...(await deliveriesOf(admin, record.id)).map((one) => one.id));
  }
  const absence = { from: "2099-07-01T00:00:00.000Z", to: "2099-07-08T00:00:00.000Z", note: `${company} absence` };
  return {
    src: [form.id, draft.id],
    sub: (await held()).map(({ id }) => id),
    dst,
    rul: saved.rules.map(({ id }) => id),
    hop,
    lcd: [(await admin.call("leadSending.createCode", { name: `${company} code` })).lead_code.id],
    abs: [(await admin.call("leadSending.addAbsence", absence)).id],
    lead: rec,
  };
}

/** What the tables about leads refer with, made as in life where that is quick. */
export async function giveLeadRows(service: Service, admin: Person, company: string): Promise<void> {
  const { lead: [lead = ""] = [] } = await furnishLeads(service, admin, `rows-${newId().slice(-6)}`);
  await admin.call("leads.convert", { id: lead, deal: { values: { name: "Converted" } } });
  const whose = `where company_id = '${company}'`;
  for (const rows of [
    `lead_opt_ins (company_id, id, submission_id, email, created_at, expires_at) select company_id, id, id, 'x', now(), now() from lead_submissions ${whose}`,
    `lead_clock_policies (company_id, is_on, minutes, on_overdue, updated_by, updated_at) select company_id, true, 60, 'tell', id, now() from users ${whose}`,
    `lead_clocks (company_id, id, lead_id, user_id, started_at, due_at, minutes, on_overdue) select r.company_id, r.id, r.id, u.id, now(), now() + interval '9 days', 60, 'tell' from records r join users u on u.company_id = r.company_id where r.company_id = '${company}'`,
    `lead_arrivals (company_id, hop_id, code_id, from_company, from_name, via, received_at) select company_id, id, id, id, 'x', '{}', now() from users ${whose}`,
    `working_hours (company_id, id, zone, days, updated_at) select company_id, id, 'UTC', '[]', now() from users ${whose}`,
  ])
    await service.database.query(`insert into ${rows} on conflict do nothing`);
  await service.database.query(`update lead_submissions set state = 'taken', kind = 'new' ${whose}`);
}

/** Values that the operations about leads take, by name. Undefined: whatever fits the schema. */
export function leadValue(name: string, property: string, word: () => string, someId: (prefix: string) => string): unknown {
  const isAbout = name.startsWith("leads.") || name.startsWith("leadSending.");
  if (!isAbout) return undefined;
  const values: Record<string, () => unknown> = {
    fields: () => [{ key: "email" }],
    // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
    rules: () => [{ name: word(), then: { kind: "assign", how: "person", people: [{ user_id: someId("usr") }] } }],
    changes: () => [],
    mapping: () => [{ to: "name", from: "field", value: "name" }],
    accept: () => undefined,
    hours: () => ({ zone: "Europe/Berlin", days: [{ day: 1, from: "08:00", to: "18:00" }] }),
    zone: () => "Europe/Berlin",
    version: () => 1,
    from: () => "2099-01-01T00:00:00.000Z",
    to: () => "2099-01-02T00:00:00.000Z",
    values: () => ({ name: word() }),
    attribution: () => ({}),
    consent: () => undefined,
    origins: () => [],
    redirect_url: () => null,
    privacy_url: () => null,
    imprint_url: () => null,
    email: () => `${word()}@test.example`,
    code: () => word(),
    headers: () => ({}),
    contact: () => ({}),
    organization: () => ({}),
    deal: () => null,
    id: () => (LEAD_IDS.has(name) ? someId("lead") : undefined),
    lead: () => someId("lead"),
  };
  return values[property]?.();
}

const LEAD_IDS = new Set([
  "leads.convert",
  "leads.previewConversion",
  "leads.listTouches",
  "leadSending.routeAgain",
  "leadSending.returnReceived",
  "leadSending.listDecisions",
  "leadSending.explainLead",
]);

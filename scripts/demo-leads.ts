import type { InputOf } from "../server/src/contract.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../server/src/kernel/clock.ts";
import { FOLLOWED, LEADS, SPAM, type DemoLead } from "./demo-lead-texts.ts";
import type { Call } from "./demo-records.ts";

/** What the leads of the demo company need from the rest of it. */
export interface LeadScene {
  /** As Mara, an Admin. */
  call: Call;
  /** As the member with this email. */
  as(email: string): Promise<Call>;
  /** As the Admin of another company, which takes leads from this one. */
  partner(): Promise<Call>;
  /** Fills in the form on its page, as a visitor. */
  visit(publicId: string, body: Record<string, unknown>): Promise<void>;
  /** What a worker does with what was sent. */
  take(): Promise<void>;
}

interface Step {
  agoMs: number;
  run(): Promise<unknown>;
}

const BERLIN = "Europe/Berlin";
const weekdays = (from: string, to: string, days = [1, 2, 3, 4, 5]) => ({ zone: BERLIN, days: days.map((day) => ({ day, from, to })) });

/** Forms, rules, destinations and two weeks of leads, each at its time. */
export function demoLeads(scene: LeadScene): Step[] {
  const state = { form: "", publicId: "", people: new Map<string, string>() };
  const person = (name: string) => state.people.get(name) ?? "";

  async function setUp(): Promise<void> {
    const { items } = await scene.call("members.list", { limit: 100 });
    for (const { id, name } of items) state.people.set(name.split(" ", 1)[0] ?? "", id);
    const form = await scene.call("leads.createSource", FORM);
    [state.form, state.publicId] = [form.id, form.public_id];
    await scene.call("leads.createSource", { ...FAIR_FORM });
    await scene.call("leadSending.saveCompanyHours", { hours: weekdays("08:00", "18:00") });
    await scene.call("leadSending.saveWorkingHours", { user: person("Priya"), hours: weekdays("07:00", "15:00", [1, 2, 3, 4]) });
    // On call: what comes at night is his.
    await scene.call("leadSending.saveWorkingHours", { user: person("Joel"), hours: weekdays("00:00", "24:00", [1, 2, 3, 4, 5, 6, 7]) });
    await scene.call("leadSending.saveClockPolicy", { is_on: true, minutes: 60, on_overdue: "tell" });
  }

  async function saveRules(): Promise<void> {
    const partner = await scene.partner();
    const { code } = await partner("leadSending.createCode", { name: "Fernhill Instruments" });
    const lyon = await scene.call("leadSending.createDestination", { name: "Atelier Mesures", kind: "company", code });
    const nord = await scene.call("leadSending.createDestination", NORD);
    await scene.call("leadSending.setDestinationState", { id: nord.destination.id, state: "paused" });
    const service = await scene.call("leadSending.createDestination", {
      name: "Service desk",
      kind: "email",
      email: "service@fernhill.example",
    });
    const rules = rulesOf(person, { lyon: lyon.destination.id, nord: nord.destination.id, service: service.destination.id });
    await scene.call("leadSending.saveRules", { rules: rules.slice(0, 5), note: "First list" });
    await scene.call("leadSending.saveRules", { rules, note: "Fair leads by weight, and the desk for WhatsApp" });
  }

  async function send({ from, ...values }: DemoLead): Promise<void> {
    const { page, campaign, source } = from;
    await scene.call("leads.submit", {
      values: { ...values, ...(source ? { source } : {}), ...(campaign ? { campaign } : {}) },
      attribution: { page, ...(campaign ? { utm_campaign: campaign, utm_source: "newsletter" } : {}), referrer: "https://www.google.com/" },
      consent: { text: FORM.consent_text, version: 1, given: true, page },
      ...(source ? {} : { source: state.form }),
    });
    await scene.take();
  }

  const find = async (email: string) => {
    const { items } = await scene.call("records.list", { type: "lead", filter: `email:${email}`, limit: 1 });
    if (!items[0]) throw new Error(`no lead ${email}`);
    return items[0];
  };
  async function follow({ email, by, note, status }: (typeof FOLLOWED)[number]): Promise<void> {
    const call = await scene.as(by);
    const { id } = await find(email);
    if (note) await call("records.addNote", { id, text: note });
    if (status) await call("records.update", { id, values: { status } });
  }

  const absence = async () => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    await scene.call("leadSending.addAbsence", { user: person("Ines"), from: at(-1), to: at(6), note: "Holiday" });
  };
  return [
    { agoMs: 15 * DAY_MS, run: setUp },
    { agoMs: 15 * DAY_MS - HOUR_MS, run: saveRules },
    ...LEADS.map((lead, at) => ({ agoMs: agoOf(at), run: () => send(lead) })),
    ...FOLLOWED.map((one) => ({
      agoMs: agoOf(LEADS.findIndex((lead) => lead.email === one.email)) - one.afterMinutes * MINUTE_MS,
      run: () => follow(one),
    })),
    ...SPAM.map((body, at) => ({ agoMs: (at * 31 + 3) * HOUR_MS, run: () => scene.visit(state.publicId, body) })),
    { agoMs: 1 * DAY_MS, run: absence },
    {
      agoMs: 3 * HOUR_MS,
      run: async () => scene.call("leads.convert", { id: (await find(CONVERTED)).id, deal: { values: { amount: 38_500 } } }),
    },
  ];
}

const CONVERTED = "hanna@larkfield.example";

/** The last few minutes ago; the others on the working days before, so that somebody was there. */
function agoOf(at: number): number {
  const fromEnd = LEADS.length - 1 - at;
  return fromEnd < RECENT ? (fromEnd + 1) * 9 * MINUTE_MS : (MOMENTS[fromEnd - RECENT] ?? 14 * DAY_MS);
}

const RECENT = 4;
/** Hours of the day in UTC at which somebody wrote, latest first. */
const HOURS = [12.6, 9.4, 7.5];

const MOMENTS = Array.from({ length: 14 }, (_, days) => new Date(Date.now() - (days + 1) * DAY_MS))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .flatMap((day) => HOURS.map((hour) => Date.now() - (Math.floor(day.getTime() / DAY_MS) * DAY_MS + hour * HOUR_MS)));

const CONSENT = "Fernhill Instruments may write to me about my question. I can withdraw this at any time.";

const FORM = {
  name: "Request a demo",
  state: "published" as const,
  fields: [
    { key: "name", label: "Your name", is_required: true },
    { key: "email", label: "Work email", is_required: true },
    { key: "phone", label: "Phone", help: "With the code of the country, such as +49" },
    { key: "company", label: "Company" },
    { key: "message", label: "What do you want to measure?" },
  ],
  headline: "Measure what flows, to half a percent",
  intro: "Tell us what you measure today. Somebody who knows instruments will call you back.",
  points: ["45 minutes, on site or by video", "Calibrated in our laboratory in Hamburg", "No contract to sign first"],
  privacy_url: "https://www.fernhill.example/privacy",
  imprint_url: "https://www.fernhill.example/imprint",
  button: "Request a demo",
  thanks: "Thank you. We will call you within a working day.",
  consent_text: CONSENT,
};

const FAIR_FORM = {
  name: "Trade fair stand",
  state: "draft" as const,
  fields: [{ key: "name", is_required: true }, { key: "email", is_required: true }, { key: "company" }, { key: "message" }],
};

const NORD = {
  name: "Messtechnik Nord",
  kind: "http" as const,
  url: "https://leads.messtechnik-nord.example/fernhill",
  mapping: [
    { to: "person.name", from: "field" as const, value: "name" },
    { to: "person.email", from: "field" as const, value: "email" },
    { to: "note", from: "field" as const, value: "message" },
  ],
};

function rulesOf(person: (name: string) => string, to: { lyon: string; nord: string; service: string }) {
  const people = (...names: [string, number][]) => names.map(([name, weight]) => ({ user_id: person(name), weight }));
  const fair = { zone: BERLIN, days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };
  type Given = InputOf<"leadSending.saveRules">["rules"][number];
  const rule = (name: string, filter: string, then: Given["then"], more: Partial<Given> = {}): Given => ({ name, filter, then, ...more }); // oxlint-disable-line unicorn/no-thenable -- the word people read in a rule
  const send = (destination: string) => ({ kind: "send" as const, destination_id: destination, on_unknown: "next" as const });
  return [
    rule(
      "Key accounts",
      "message~sites",
      { kind: "assign", how: "least_loaded", people: people(["Mara", 1], ["Joel", 1], ["Ines", 1]) },
      { per_person: [{ per: "day", most: 6 }] },
    ),
    rule(
      "Fair leads",
      "source:event",
      { kind: "assign", how: "weighted", people: people(["Tomasz", 3], ["Priya", 2]) },
      { hours: fair, per_person: [{ per: "day", most: 6 }] },
    ),
    rule("Partner network, France", "message~France", send(to.lyon), {
      caps: [
        { per: "day", most: 8 },
        { per: "month", most: 200 },
      ],
    }),
    rule("Partner network, Nordics", "message~Norway", send(to.nord)),
    rule("Service requests", "message~calibration", send(to.service), { caps: [{ per: "hour", most: 20 }] }),
    rule(
      "Everyone else",
      "status:new",
      { kind: "assign", how: "round_robin", people: people(["Mara", 1], ["Joel", 1], ["Ines", 1], ["Tomasz", 1], ["Priya", 1]) },
      { per_person: [{ per: "day", most: 4 }] },
    ),
    rule("WhatsApp desk", "source:other", { kind: "assign", how: "person", people: people(["Joel", 1]) }, { is_on: false }),
  ];
}

import { DAY_MS } from "../../kernel/clock.ts";
import type { Chance } from "./chance.ts";
import { CITIES, dealName, FIRST_NAMES, JOBS, LAST_NAMES, organizationName, slug } from "./names.ts";

const SOURCES = ["website", "referral", "event", "ads", "outbound"] as const;

/** The owners and the current time: what every draft of a record depends on besides chance. */
export interface Setting {
  /** How the owners are named: by email, or @me. */
  owners: readonly string[];
  now: Date;
}

export interface Employer {
  /** Id or name. */
  organization: string;
  name: string;
  domain: string;
  city: (typeof CITIES)[number];
}

const dayIn = ({ now }: Setting, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

export function organization(chance: Chance, { owners }: Setting, at: number) {
  const name = organizationName(at);
  const city = chance.pick(CITIES);
  const domain = `${slug(name)}.example`;
  const values = {
    name,
    website: domain,
    industry: chance.pick(["manufacturing", "energy", "healthcare", "retail", "other"]),
    city: city[0],
    country: city[1],
    phone: [`${city[2]}${chance.number(1_000_000, 9_999_999)}`],
    owner: chance.pick(owners),
  };
  return { values, name, domain, city };
}

export function contact(chance: Chance, { owners }: Setting, employer: Employer, at: number) {
  const first = chance.pick(FIRST_NAMES);
  const last = chance.pick(LAST_NAMES);
  return {
    name: `${first} ${last}`,
    email: [`${slug(first)}.${slug(last)}${at}@${employer.domain}`],
    job_title: chance.pick(JOBS),
    organization: employer.organization,
    city: employer.city[0],
    country: employer.city[1],
    source: chance.pick(SOURCES),
    owner: chance.pick(owners),
    ...(chance.happens(0.4) ? { phone: [`${employer.city[2]}${chance.number(1_000_000, 9_999_999)}`] } : {}),
  };
}

export function deal(chance: Chance, setting: Setting, customer: Employer, contacts: string[], weeksAgo: number, at: number) {
  const closesIn = chance.number(20, 120) - weeksAgo * 7;
  return {
    name: dealName(customer.name, at),
    stage: "qualified",
    amount: String(chance.number(4, 180) * 500),
    close_date: dayIn(setting, closesIn),
    organization: customer.organization,
    contacts: contacts.slice(0, chance.number(1, 2)),
    source: chance.pick(SOURCES),
    owner: chance.pick(setting.owners),
  };
}

const TASKS = ["Send the offer", "Call back", "Ask for the drawings", "Book the site visit", "Check references", "Agree the delivery date"];
const OPEN_WEEKS = 5;

/** A task of a deal. Recent ones are still open, and some are overdue. */
export function task(chance: Chance, setting: Setting, dealId: string, weeksAgo: number) {
  const isDone = weeksAgo > OPEN_WEEKS;
  return {
    name: chance.pick(TASKS),
    state: isDone ? "done" : "open",
    due: dayIn(setting, chance.number(-5, 14) - (isDone ? weeksAgo * 7 : 0)),
    priority: chance.pick(["low", "normal", "high"]),
    deal: dealId,
    owner: chance.pick(setting.owners),
  };
}

const DUE_IN_DAYS = [-6, -1, 0, 3, 9];

/** The current tasks of each owner: one overdue, one for today and one for later. */
export function standingTasks(chance: Chance, setting: Setting, dealIds: readonly string[]) {
  return setting.owners.flatMap((owner, person) =>
    DUE_IN_DAYS.map((days, at) => ({
      ...task(chance, setting, chance.pick(dealIds), 0),
      name: TASKS[(person + at) % TASKS.length],
      due: dayIn(setting, days),
      owner,
    })),
  );
}

export function lead(chance: Chance, at: number) {
  const first = chance.pick(FIRST_NAMES);
  return {
    name: `${first} ${chance.pick(LAST_NAMES)}`,
    email: [`${slug(first)}${at}@inquiry.example`],
    company: organizationName(at + 7),
    status: chance.pick(["new", "new", "working", "qualified", "disqualified"]),
    source: "website",
    message: chance.pick([
      "Please send prices for 40 sensors.",
      "Do you calibrate on site?",
      "We are planning a new line and need advice.",
      "Can you call me this week?",
    ]),
  };
}

const STAGES = ["qualified", "discovery", "proposal", "negotiation", "won"] as const;

/** How a deal moves in one week: mostly not at all, else to the next stage, or to lost. */
export function nextStage(chance: Chance, stage: number): { stage: number; isOver: boolean; values: Record<string, unknown> } | undefined {
  if (!chance.happens(0.16)) return undefined;
  const isLost = stage > 0 && chance.happens(0.22);
  const next = stage + 1;
  const values = isLost
    ? { stage: "lost", lost_reason: chance.pick(["price", "timing", "competitor", "no_decision"]) }
    : { stage: STAGES[next] };
  return { stage: next, isOver: isLost || next >= STAGES.length - 1, values };
}

export const NOTES = [
  "Spoke on the phone. They compare us with one other supplier and decide after the board meeting.",
  "Wants the offer split into two deliveries.",
  "The plant manager likes the pilot. Procurement asks for a three-year price.",
  "Budget is approved for the first site; the second one follows next year.",
  "Sent the data sheets and two references.",
  "**Decision by the end of the month.**\n\n- [x] Data sheets sent\n- [ ] Price for three years\n- [ ] Visit to a reference, *Tuesdays suit them*",
];

const ACTIVITIES = [
  { kind: "call", outcome: "Technical questions on pipe diameter, all answered.", minutes: [8, 25] },
  { kind: "call", outcome: "No answer, left a message with reception.", minutes: [1, 2] },
  { kind: "call", outcome: "Procurement wants the certificates with the first pallet.", minutes: [5, 20] },
  { kind: "call", outcome: "They decide after the board meeting. Asked to call again then.", minutes: [4, 15] },
  {
    kind: "meeting",
    outcome: "Walked through the plant with the shift lead. Four more measuring points than in the offer.",
    minutes: [60, 120],
  },
  { kind: "meeting", outcome: "Showed the pilot figures. The plant manager wants a second line in the offer.", minutes: [30, 60] },
  { kind: "email", outcome: "Sent the revised offer and the data sheets from my own mailbox.", minutes: undefined },
] as const;

/** A call, a meeting or an email of that day. */
export function activity(chance: Chance) {
  const { kind, outcome, minutes } = chance.pick(ACTIVITIES);
  return { kind, outcome, ...(minutes ? { duration_minutes: chance.number(minutes[0], minutes[1]) } : {}) };
}

import type { InputOf, OperationName, OutputOf } from "../server/src/contract.ts";
import { DAY_MS } from "../server/src/kernel/clock.ts";
import { CITIES, createChance, FIRST_NAMES, JOBS, LAST_NAMES, organizationName, PRODUCTS, SITES, slug, type Chance } from "./demo-names.ts";

const WEEKS = 52;
const ORGANIZATIONS = 400;
const CONTACTS = 2_000;
const DEALS = 300;
const STAGES = ["qualified", "discovery", "proposal", "negotiation", "won"] as const;
const SOURCES = ["website", "referral", "event", "ads", "outbound"] as const;
const OWNERS = [
  "mara@fernhill.example",
  "tomasz@fernhill.example",
  "ines@fernhill.example",
  "priya@fernhill.example",
  "joel@fernhill.example",
];

type CallAs = <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

interface Running {
  id: string;
  stage: number;
}

/** A year of a sales team's work, week by week, through the same calls a browser makes: the same year every time. */
export function demoWeeks(call: CallAs, move: (items: Item[]) => Promise<void>) {
  const chance = createChance(20261115);
  const share = (total: number, week: number) => Math.floor((total * (week + 1)) / WEEKS) - Math.floor((total * week) / WEEKS);
  const organizations: { id: string; domain: string; city: (typeof CITIES)[number] }[] = [];
  const running: Running[] = [];
  let contactCount = 0;

  async function batch(type: string, items: Item[]): Promise<string[]> {
    if (items.length === 0) return [];
    const { results } = await call("records.batch", { type, items });
    const failed = results.find((result) => result.status === "failed");
    if (failed) throw new Error(`${type}: ${JSON.stringify(failed.errors)}`);
    return results.map((result) => result.id ?? "");
  }

  async function workAWeek(week: number): Promise<void> {
    const drafts = Array.from({ length: share(ORGANIZATIONS, week) }, (_, at) => organization(chance, organizations.length + at));
    const made = await batch(
      "organization",
      drafts.map(({ values }) => ({ values })),
    );
    organizations.push(...drafts.map(({ domain, city }, at) => ({ id: made[at] ?? "", domain, city })));
    const people = Array.from({ length: share(CONTACTS, week) }, () => ({
      values: contact(chance, chance.pick(organizations), contactCount++),
    }));
    const contactIds = await batch("contact", people);
    const deals = Array.from({ length: share(DEALS, week) }, () => ({
      values: deal(chance, chance.pick(organizations).id, contactIds, WEEKS - week),
    }));
    const dealIds = await batch("deal", deals);
    running.push(...dealIds.map((id) => ({ id, stage: 0 })));
    await batch(
      "task",
      dealIds.filter(() => chance.happens(0.5)).map((id) => ({ values: task(chance, id, WEEKS - week) })),
    );
    if (week >= WEEKS - 6)
      await batch(
        "lead",
        Array.from({ length: 4 }, (_, at) => ({ values: lead(chance, week * 10 + at) })),
      );
    const moved = movedOn(chance, running);
    if (moved.length > 0) await move(moved);
    for (const id of dealIds.filter(() => chance.happens(0.3))) await call("records.addNote", { id, text: chance.pick(NOTES) });
  }

  return Array.from({ length: WEEKS }, (_, week) => ({ agoMs: (WEEKS - week) * 7 * DAY_MS - 4 * DAY_MS, run: () => workAWeek(week) }));
}

interface Item {
  id?: string;
  values: Record<string, unknown>;
}

function organization(chance: Chance, at: number) {
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
    owner: chance.pick(OWNERS),
  };
  return { values, domain, city };
}

function contact(chance: Chance, employer: { id: string; domain: string; city: (typeof CITIES)[number] }, at: number) {
  const first = chance.pick(FIRST_NAMES);
  const last = chance.pick(LAST_NAMES);
  return {
    name: `${first} ${last}`,
    email: [`${slug(first)}.${slug(last)}${at}@${employer.domain}`],
    job_title: chance.pick(JOBS),
    organization: employer.id,
    city: employer.city[0],
    country: employer.city[1],
    source: chance.pick(SOURCES),
    owner: chance.pick(OWNERS),
    ...(chance.happens(0.4) ? { phone: [`${employer.city[2]}${chance.number(1_000_000, 9_999_999)}`] } : {}),
  };
}

function deal(chance: Chance, organizationId: string, contacts: string[], weeksAgo: number) {
  const closesIn = chance.number(20, 120) - weeksAgo * 7;
  return {
    name: `${chance.pick(PRODUCTS)}, ${chance.pick(SITES)}`,
    stage: "qualified",
    amount: String(chance.number(4, 180) * 500),
    close_date: new Date(Date.now() + closesIn * DAY_MS).toISOString().slice(0, 10),
    organization: organizationId,
    contacts: contacts.slice(0, chance.number(1, 2)),
    source: chance.pick(SOURCES),
    owner: chance.pick(OWNERS),
  };
}

function task(chance: Chance, dealId: string, weeksAgo: number) {
  const isDone = weeksAgo > 3;
  return {
    name: chance.pick([
      "Send the offer",
      "Call back",
      "Ask for the drawings",
      "Book the site visit",
      "Check references",
      "Agree the delivery date",
    ]),
    state: isDone ? "done" : "open",
    due: new Date(Date.now() + (chance.number(-2, 14) - (isDone ? weeksAgo * 7 : 0)) * DAY_MS).toISOString().slice(0, 10),
    priority: chance.pick(["low", "normal", "high"]),
    deal: dealId,
    owner: chance.pick(OWNERS),
  };
}

function lead(chance: Chance, at: number) {
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

/** Each week some deals move on, and some are lost on the way. */
function movedOn(chance: Chance, running: Running[]): Item[] {
  const moved: Item[] = [];
  for (const one of running.slice()) {
    if (!chance.happens(0.16)) continue;
    const isLost = one.stage > 0 && chance.happens(0.22);
    one.stage++;
    const isOver = isLost || one.stage >= STAGES.length - 1;
    const values = isLost
      ? { stage: "lost", lost_reason: chance.pick(["price", "timing", "competitor", "no_decision"]) }
      : { stage: STAGES[one.stage] };
    moved.push({ id: one.id, values });
    if (isOver) running.splice(running.indexOf(one), 1);
  }
  return moved;
}

const NOTES = [
  "Spoke on the phone. They compare us with one other supplier and decide after the board meeting.",
  "Wants the offer split into two deliveries.",
  "The plant manager likes the pilot. Procurement asks for a three-year price.",
  "Budget is approved for the first site; the second one follows next year.",
  "Sent the data sheets and two references.",
];

import { DAY_MS } from "../../kernel/clock.ts";
import { createChance, type Chance } from "./chance.ts";
import { contact, deal, lead, nextStage, NOTES, organization, task, type Employer, type Setting } from "./drafts.ts";
import { doneBefore, shareOf } from "./year.ts";

export const WEEKS = 52;
const ORGANIZATIONS = 60;
const CONTACTS = 200;
const DEALS = 80;
const LEADS = 16;
const LEAD_WEEKS = 6;
const SEED = 20261115;

type Draft = Record<string, unknown>;

interface DealDraft {
  values: Draft;
  /** Its current stage, and since when. */
  moved: { at: Date; values: Draft } | undefined;
  task: Draft | undefined;
  note: string | undefined;
}

export interface Week {
  at: Date;
  organizations: Draft[];
  contacts: Draft[];
  deals: DealDraft[];
  leads: Draft[];
}

/** One week of a believable year, the oldest first. A week depends on its number only, so it can be created at any time, on any node. */
export function makeWeek(week: number, setting: Setting): Week {
  const chance = createChance(SEED + week * 7_919);
  const weeksAgo = WEEKS - week;
  const at = new Date(setting.now.getTime() - (weeksAgo - 1) * 7 * DAY_MS - chance.number(1, 7 * 24) * (DAY_MS / 24));
  const before = (total: number) => doneBefore(week, total, WEEKS);
  const numbered = (total: number) => Array.from({ length: shareOf(total, week, WEEKS) }, (_, one) => before(total) + one);

  const organizations = numbered(ORGANIZATIONS).map((one) => organizationAt(one, setting).values);
  const known = Math.max(before(ORGANIZATIONS) + organizations.length, 1);
  const employer = () => employerAt(chance.number(0, known - 1), setting);
  const contacts = numbered(CONTACTS).map((one) => contact(chance, setting, employer(), one));
  const emails = contacts.flatMap((one) => one.email);
  return {
    at,
    organizations,
    contacts,
    deals: numbered(DEALS).map((one) => dealOf(chance, setting, employer(), emails, weeksAgo, one)),
    leads: weeksAgo <= LEAD_WEEKS ? leadsOf(chance, week) : [],
  };
}

const organizationAt = (at: number, setting: Setting) => organization(createChance(SEED + at), setting, at);

function employerAt(at: number, setting: Setting): Employer {
  const { name, domain, city } = organizationAt(at, setting);
  return { organization: name, name, domain, city };
}

function dealOf(chance: Chance, setting: Setting, customer: Employer, emails: string[], weeksAgo: number, at: number): DealDraft {
  const values = deal(chance, setting, customer, emails, weeksAgo, at);
  const moved = movedSince(chance, setting, weeksAgo);
  return {
    values,
    moved,
    task: chance.happens(0.5) ? task(chance, setting, "", weeksAgo) : undefined,
    note: chance.happens(0.3) ? chance.pick(NOTES) : undefined,
  };
}

function movedSince(chance: Chance, { now }: Setting, weeksAgo: number): DealDraft["moved"] {
  let moved: DealDraft["moved"];
  let stage = 0;
  for (let ago = weeksAgo - 1; ago > 0; ago--) {
    const next = nextStage(chance, stage);
    if (!next) continue;
    stage = next.stage;
    const at = new Date(now.getTime() - ago * 7 * DAY_MS + chance.number(0, 6) * DAY_MS);
    // A closed deal has the day it was closed, not the expected day.
    moved = { at, values: next.isOver ? { ...next.values, close_date: at.toISOString().slice(0, 10) } : next.values };
    if (next.isOver) break;
  }
  return moved;
}

function leadsOf(chance: Chance, week: number): Draft[] {
  const first = WEEKS - LEAD_WEEKS;
  return Array.from({ length: shareOf(LEADS, week - first, LEAD_WEEKS) }, (_, one) => lead(chance, week * 10 + one));
}

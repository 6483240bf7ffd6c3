import type { InputOf, OperationName, OutputOf } from "../server/src/contract.ts";
import { createChance, type Chance } from "../server/src/features/samples/chance.ts";
import {
  contact,
  deal,
  lead,
  nextStage,
  activity,
  NOTES,
  organization,
  standingTasks,
  task,
  type Employer,
} from "../server/src/features/samples/drafts.ts";
import { shareOf } from "../server/src/features/samples/year.ts";
import { DAY_MS } from "../server/src/kernel/clock.ts";
import { addTalk } from "./demo-notes.ts";

const WEEKS = 52;
const ORGANIZATIONS = 400;
const CONTACTS = 2_000;
const DEALS = 300;
const OWNERS = [
  "mara@fernhill.example",
  "tomasz@fernhill.example",
  "ines@fernhill.example",
  "priya@fernhill.example",
  "joel@fernhill.example",
];

/** A call as the signed-in person. */
export type Call = <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

interface Item {
  id?: string;
  values: Record<string, unknown>;
}

interface Running {
  id: string;
  stage: number;
}

/** A year of a sales team's work, week by week, through the same calls as a browser. It is the same every time. */
export function demoWeeks(call: Call, move: (items: Item[]) => Promise<void>) {
  const chance = createChance(20261115);
  const setting = { owners: OWNERS, now: new Date() };
  const share = (total: number, week: number) => shareOf(total, week, WEEKS);
  const organizations: Employer[] = [];
  const running: Running[] = [];
  let contactCount = 0;
  let dealCount = 0;

  async function batch(type: string, items: Item[]): Promise<string[]> {
    if (items.length === 0) return [];
    const { results } = await call("records.batch", { type, items });
    const failed = results.find((result) => result.status === "failed");
    if (failed) throw new Error(`${type}: ${JSON.stringify(failed.errors)}`);
    return results.map((result) => result.id ?? "");
  }

  async function addWeek(week: number): Promise<void> {
    const drafts = Array.from({ length: share(ORGANIZATIONS, week) }, (_, at) => organization(chance, setting, organizations.length + at));
    const made = await batch(
      "organization",
      drafts.map(({ values }) => ({ values })),
    );
    organizations.push(...drafts.map(({ name, domain, city }, at) => ({ organization: made[at] ?? "", name, domain, city })));
    const people = Array.from({ length: share(CONTACTS, week) }, () => ({
      values: contact(chance, setting, chance.pick(organizations), contactCount++),
    }));
    const contactIds = await batch("contact", people);
    const deals = Array.from({ length: share(DEALS, week) }, () => ({
      values: deal(chance, setting, chance.pick(organizations), contactIds, WEEKS - week, dealCount++),
    }));
    const dealIds = await batch("deal", deals);
    running.push(...dealIds.map((id) => ({ id, stage: 0 })));
    await batch(
      "task",
      dealIds.filter(() => chance.happens(0.5)).map((id) => ({ values: task(chance, setting, id, WEEKS - week) })),
    );
    if (week >= WEEKS - 6)
      await batch(
        "lead",
        Array.from({ length: chance.number(2, 7) }, (_, at) => ({ values: lead(chance, week * 10 + at) })),
      );
    if (week === WEEKS - 1)
      await batch(
        "task",
        standingTasks(
          chance,
          setting,
          running.map((one) => one.id),
        ).map((values) => ({ values })),
      );
    const moved = movedOn(chance, running, new Date(Date.now() - (WEEKS - week) * 7 * DAY_MS + 4 * DAY_MS));
    if (moved.length > 0) await move(moved);
    for (const id of dealIds.filter(() => chance.happens(0.3)))
      await call("records.addNote", { id, text: chance.pick(NOTES), format: "markdown" });
    if (week === WEEKS - 1) await addTalk(call, dealIds);
    for (const { id } of running.filter(() => chance.happens(0.15))) await call("records.logActivity", { id, ...activity(chance) });
  }

  return Array.from({ length: WEEKS }, (_, week) => ({ agoMs: (WEEKS - week) * 7 * DAY_MS - 4 * DAY_MS, run: () => addWeek(week) }));
}

/** Each week some deals move to the next stage, and some are lost. */
function movedOn(chance: Chance, running: Running[], at: Date): Item[] {
  const moved: Item[] = [];
  for (const one of running.slice()) {
    const next = nextStage(chance, one.stage);
    if (!next) continue;
    one.stage = next.stage;
    // A won or lost deal closes on that day.
    moved.push({ id: one.id, values: next.isOver ? { ...next.values, close_date: at.toISOString().slice(0, 10) } : next.values });
    if (next.isOver) running.splice(running.indexOf(one), 1);
  }
  return moved;
}

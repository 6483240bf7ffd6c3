import assert from "node:assert/strict";
import type { Service } from "../service.ts";
import { day } from "../moments.ts";
import { salesTeam, type Team } from "./company.ts";

/** The sales team, with what only these tasks ask about. */
export async function everydayTeam(service: Service): Promise<Team> {
  const team = await salesTeam(service);
  const deal = { stage: "proposal", organization: "Harrow Dairy", owner: "Tomasz Wrona" };
  await team.tomasz.call("records.batch", {
    type: "deal",
    items: [
      { values: { ...deal, name: "Milk cooling", amount: 9_000, close_date: day(-8) } },
      { values: { ...deal, name: "Steam traps", amount: 4_000, close_date: day(-1) } },
    ],
  });
  return team;
}

/** The values of records, as the Admin sees them: by name. */
export async function valuesOf({ mara }: Team, type: string, filter: string) {
  const { items } = await mara.call("records.list", { type, filter, sort: "name", limit: 100 });
  return items.map(({ id, title, values }): Record<string, unknown> => ({ ...values, id, title }));
}

/** The only record of a name, or of a filter. */
export async function only(team: Team, type: string, filter: string) {
  const found = await valuesOf(team, type, filter);
  assert.equal(found.length, 1, `${type} ${filter}: ${found.map((one) => one["title"]).join(", ")}`);
  return found[0] as Record<string, unknown> & { id: string; title: string };
}

/** The texts of a record's notes, newest first. */
export async function notesOf({ mara }: Team, id: string): Promise<string[]> {
  const { items } = await mara.call("records.timeline", { id });
  return items.flatMap(({ note }) => (note ? [note.text] : []));
}

export const titleOf = (related: unknown) => (related as { title: string } | null)?.title;
export const titlesOf = (related: unknown) => ((related ?? []) as { title: string }[]).map((one) => one.title).sort();
export const nameOf = (person: unknown) => (person as { name: string } | null)?.name;

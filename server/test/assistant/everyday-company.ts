import assert from "node:assert/strict";
import type { Service } from "../service.ts";
import { day } from "../moments.ts";
import { salesTeam, type Team } from "./company.ts";

const deal = (name: string, organization: string, stage: string, amount: number, closes: number, owner = "Tomasz Wrona") => ({
  name,
  organization,
  stage,
  amount,
  close_date: day(closes),
  owner,
});

/** What only these tasks ask about. The frozen ones do not touch what the others need. */
const CAST: [type: string, records: Record<string, unknown>[]][] = [
  [
    "organization",
    [
      { name: "Brackwater Ferries", city: "Galway", country: "IE", website: "brackwater.example" },
      { name: "Stahlhof Krüger", city: "Essen", country: "DE", website: "stahlhof.example" },
      { name: "Wieliczka Salt", city: "Kraków", country: "PL", website: "wieliczka.example" },
      { name: "Ondine Textiles", city: "Lille", country: "FR", website: "ondine.example" },
      { name: "Ondine Textiles SARL", city: "Lille", country: "FR" },
    ],
  ],
  [
    "contact",
    [
      { name: "Sorcha Byrne", email: "sorcha@brackwater.example", phone: "+353 91 555 0142", organization: "Brackwater Ferries" },
      { name: "Olga Krüger", email: "olga@stahlhof.example", organization: "Stahlhof Krüger", job_title: "Einkauf" },
      { name: "Marek Zając", email: "marek@wieliczka.example", organization: "Wieliczka Salt" },
      { name: "Claire Petit", email: "claire@ondine.example", organization: "Ondine Textiles" },
    ],
  ],
  [
    "deal",
    [
      deal("Milk cooling", "Harrow Dairy", "proposal", 9_000, -8),
      deal("Steam traps", "Harrow Dairy", "proposal", 4_000, -1),
      deal("Ballast pumps", "Brackwater Ferries", "negotiation", 64_000, 10),
      deal("Furnace sensors", "Stahlhof Krüger", "discovery", 18_500, 35, "Mara Lindqvist"),
      deal("Brine line", "Wieliczka Salt", "won", 941_000, -30, "Mara Lindqvist"),
      { ...deal("Dye dosing", "Ondine Textiles", "negotiation", 12_000, 5), contacts: ["Claire Petit"] },
      deal("Dye dosing, phase two", "Ondine Textiles", "qualified", 27_000, 120),
    ],
  ],
  [
    "task",
    [
      { name: "Send the pump curves", due: day(18), organization: "Brackwater Ferries", owner: "Tomasz Wrona" },
      { name: "Check the dock plan", due: day(20), organization: "Brackwater Ferries", owner: "Tomasz Wrona" },
      { name: "Visit the furnace", due: day(1), deal: "Furnace sensors", owner: "Mara Lindqvist" },
      { name: "Furnace drawings", due: day(31), deal: "Furnace sensors", owner: "Mara Lindqvist" },
    ],
  ],
];

/** The sales team, with more to do. */
export async function everydayTeam(service: Service): Promise<Team> {
  const team = await salesTeam(service);
  const { mara } = team;
  for (const [type, records] of CAST) {
    const { results } = await mara.call("records.batch", { type, items: records.map((values) => ({ values })) });
    assert.deepEqual(new Set(results.map((one) => one.status)), new Set(["created"]), JSON.stringify(results));
  }
  const olga = await only(team, "contact", 'name:"Olga Krüger"');
  await mara.call("records.addNote", { id: olga.id, text: "Sie entscheidet im Januar." });
  const furnace = await only(team, "deal", 'name:"Furnace sensors"');
  await mara.call("records.update", { id: furnace.id, values: { amount: 19_000, next_step: "Ask for the drawings" } });
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

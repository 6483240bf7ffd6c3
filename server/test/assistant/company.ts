import assert from "node:assert/strict";
import { CITIES, FIRST_NAMES, JOBS, LAST_NAMES, organizationName, PRODUCTS, SITES, slug } from "../../src/features/samples/names.ts";
import { createChance } from "../../src/features/samples/chance.ts";
import type { Person, Service } from "../service.ts";
import { day } from "../moments.ts";

const ORGANIZATIONS = 120;
const CONTACTS = 500;
const DEALS = 120;

type Values = Record<string, unknown>;

/** The people and deals that the tasks are about. */
const CAST: [type: string, records: Values[]][] = [
  [
    "organization",
    [
      { name: "Acme", website: "acme.example", city: "Berlin", country: "DE", industry: "Manufacturing" },
      { name: "Thornbury Water", website: "thornbury.example", city: "Cork", country: "IE" },
      { name: "Kestrel Optics", website: "kestrel.example", city: "Lyon", country: "FR" },
      { name: "Harrow Dairy", website: "harrow.example", city: "Hamburg", country: "DE" },
      { name: "Ember Robotics", website: "ember.example", city: "Porto", country: "PT" },
    ],
  ],
  [
    "contact",
    [
      { name: "Jane Doe", email: "jane.doe@acme.example", phone: "+49 30 901820", job_title: "Plant manager", organization: "Acme" },
      { name: "Jane Doe", email: "jane@doe.example", city: "Berlin", source: "Event" },
      { name: "Anneke Vos", email: "anneke@thornbury.example", job_title: "Buyer", organization: "Thornbury Water" },
      { name: "Piotr Nowak", email: "piotr@kestrel.example", job_title: "CFO", organization: "Kestrel Optics" },
      { name: "Leila Haddad", email: "leila@ember.example", job_title: "Project manager", organization: "Ember Robotics" },
    ],
  ],
  [
    "deal",
    [
      deal("Flow metering, Berlin", "Acme", "negotiation", 48_000, 0, "@me", { contacts: ["jane.doe@acme.example"] }),
      deal("Kiln monitoring", "Thornbury Water", "proposal", 22_000, 0, "@me", { contacts: ["Anneke Vos"] }),
      deal("Tank gauging", "Kestrel Optics", "discovery", 15_000, 60, "Ines Carvalho"),
      deal("Leak detection", "Ember Robotics", "qualified", 8_000, 50, "Ines Carvalho"),
      deal("Dosing control", "Ember Robotics", "lost", 12_000, -40, "Ines Carvalho", { lost_reason: "Price" }),
      deal("Calibration service", "Thornbury Water", "won", 30_000, -90, "@me"),
      deal("Renewal 2027", "Kestrel Optics", "proposal", 5_000, 90, "@me"),
      deal("Renewal 2027", "Ember Robotics", "qualified", 7_000, 90, "@me"),
    ],
  ],
  [
    "task",
    [
      { name: "Send the offer", due: day(-3), state: "open", owner: "@me", deal: "Kiln monitoring" },
      { name: "Ask for the drawings", due: day(-10), state: "open", owner: "@me", organization: "Acme" },
      { name: "Check references", due: day(-1), state: "open", owner: "@me", contact: "Piotr Nowak" },
      { name: "Book the site visit", due: day(-20), state: "done", owner: "@me" },
      { name: "Agree the delivery date", due: day(-2), state: "open", owner: "Ines Carvalho", deal: "Tank gauging" },
      { name: "Prepare the fair", due: day(12), state: "open", owner: "@me" },
    ],
  ],
  [
    "lead",
    [
      { name: "Test lead one", email: "test1@test.example", status: "new", company: "asdf" },
      { name: "Test lead two", email: "test2@test.example", status: "new", company: "asdf" },
      {
        name: "Oskar Blom",
        email: "oskar@larkfield.example",
        status: "new",
        company: "Larkfield Glass",
        message: "We are planning a new line and need forty sensors.",
      },
    ],
  ],
];

function deal(name: string, organization: string, stage: string, amount: number, closes: number, owner: string, more: Values = {}): Values {
  return { name, organization, stage, amount, close_date: day(closes), owner, ...more };
}

/** A sales team of three in the middle of its year: an Admin, and Tomasz, whose assistant does the work. */
export async function salesTeam(service: Service) {
  const mara = await service.given.admin("Mara Lindqvist");
  const tomasz = await service.given.member(mara, "member", "Tomasz Wrona");
  const ines = await service.given.member(mara, "member", "Ines Carvalho");
  await crowd(mara);
  for (const [type, records] of CAST) await batch(tomasz, type, records);
  // They were made some time ago.
  await service.database.query(`update record_activity a set at = a.at - interval '90 days' from record_types t
    where t.company_id = a.company_id and t.id = a.type_id and t.key = 'deal'`);
  await service.database.query("analyze"); // as autovacuum does within a minute; a database of a second's age has no figures to plan by
  return { mara, tomasz, ines, assistant: (await tomasz.key("Assistant")).key, adminAssistant: (await mara.key("Assistant")).key };
}
export type Team = Awaited<ReturnType<typeof salesTeam>>;

/** Other records: enough that an answer cannot be right by chance, or short for lack of data. */
async function crowd(owner: Person): Promise<void> {
  const chance = createChance(20261115);
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, at) => {
    const [city, country] = chance.pick(CITIES);
    return { name: `${organizationName(at)} AG`, website: `${slug(organizationName(at))}.example`, city, country };
  });
  await batch(owner, "organization", organizations);
  const contacts = Array.from({ length: CONTACTS }, (_, at) => {
    const [first, last] = [chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES)];
    const organization = chance.pick(organizations);
    const email = `${slug(first)}.${slug(last)}${at}@${organization.website}`;
    return {
      name: `${first} ${last} ${at}`,
      email,
      job_title: chance.pick(JOBS),
      organization: organization.name,
      city: organization.city,
    };
  });
  await batch(owner, "contact", contacts);
  const deals = Array.from({ length: DEALS }, (_, at) =>
    deal(
      `${chance.pick(PRODUCTS)}, ${chance.pick(SITES)} ${at}`,
      chance.pick(organizations).name,
      chance.pick(["qualified", "discovery", "proposal", "negotiation", "won", "lost"]),
      chance.number(4, 180) * 500,
      chance.number(40, 120),
      "@me",
      { next_step: "Call again after the board meeting and ask who decides about the second site." },
    ),
  );
  await batch(owner, "deal", deals);
}

async function batch(person: Person, type: string, records: Values[]): Promise<void> {
  // In small batches: the service refuses calls while its event loop is blocked.
  for (let at = 0; at < records.length; at += 50) {
    const items = records.slice(at, at + 50).map((values) => ({ values }));
    const { results } = await person.call("records.batch", { type, items });
    assert.deepEqual(
      results.filter((result) => result.status !== "created"),
      [],
    );
  }
}

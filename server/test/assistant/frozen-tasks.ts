import assert from "node:assert/strict";
import { day } from "../moments.ts";
import type { Team } from "./company.ts";
import { nameOf, notesOf, only, titleOf, titlesOf, valuesOf } from "./everyday-company.ts";

// Twenty requests, written before anybody looked at what the tools make of them. FROZEN: their words and their checks are never changed
// to fit. What stands in the way of one is repaired in the product, and the calls in frozen-calls.ts may change.

export interface FrozenTask {
  words: string;
  /** Checks what the assistant tells (names, figures), or the data that it changed, through another person's calls. */
  // oxlint-disable-next-line no-explicit-any -- what a script answers, its check knows
  check(answer: any, team: Team): Promise<void>;
}

const sorted = (names: string[]) => names.toSorted();
const titles = (records: Record<string, unknown>[]) => sorted(records.map((one) => String(one["title"])));

/** The order matters: questions come first, and some changes refer to the one before. */
export const FROZEN: FrozenTask[] = [
  {
    words: "Who is our contact at Ember Robotics, and how do I reach them?",
    check: async (answer) => assert.deepEqual(answer, { name: "Leila Haddad", email: "leila@ember.example" }),
  },
  {
    words: "How much have we won with Thornbury Water so far?",
    check: async (answer) => assert.equal(answer, 30_000),
  },
  {
    words: "Which of my deals should have closed by now?",
    check: async (answer) => assert.deepEqual(sorted(answer), ["Milk cooling", "Steam traps"]),
  },
  {
    words: "What is Ines working on?",
    check: async (answer) => assert.deepEqual(sorted(answer), ["Leak detection", "Tank gauging"]),
  },
  {
    words: "Has anybody touched Ines's open deals in the last two months, or are they asleep?",
    check: async (asleep) => assert.deepEqual(sorted(asleep), ["Leak detection", "Tank gauging"]),
  },
  {
    words: "How big is a deal that we win, on average?",
    async check(answer, team) {
      const amounts = (await valuesOf(team, "deal", "is:won")).map((one) => Number(one["amount"]));
      const average = amounts.reduce((sum, one) => sum + one, 0) / amounts.length;
      assert.ok(Math.abs(answer - average) < 0.01, `${answer}, and not ${average}`);
    },
  },
  {
    words: "Somebody wrote to us about forty sensors. Who was that, and which company are they from?",
    check: async (answer) => assert.deepEqual(answer, { name: "Oskar Blom", company: "Larkfield Glass" }),
  },
  {
    words: "What have I got coming up in the next two weeks?",
    check: async (answer) => assert.deepEqual(answer, ["Prepare the fair"]),
  },
  {
    words: "Who of us has the most open deals?",
    async check(answer, team) {
      const owners = (await valuesOf(team, "deal", "is:open")).map((one) => nameOf(one["owner"]));
      const count = (name: string | undefined) => owners.filter((one) => one === name).length;
      assert.equal(answer, owners.toSorted((one, other) => count(other) - count(one))[0]);
    },
  },
  {
    words: "Anneke Vos is head of purchasing at Harrow Dairy now",
    async check(_, team) {
      const anneke = await only(team, "contact", 'name:"Anneke Vos"');
      assert.deepEqual([titleOf(anneke["organization"]), anneke["job_title"]], ["Harrow Dairy", "Head of purchasing"]);
      assert.deepEqual(anneke["email"], ["anneke@thornbury.example"], "nothing else changed");
    },
  },
  {
    words: "Schieb Kiln monitoring auf den 15. März 2027, und das Volumen ist jetzt 24.500 €",
    async check(_, team) {
      const kiln = await only(team, "deal", 'name:"Kiln monitoring"');
      assert.deepEqual([kiln["close_date"], Number(kiln["amount"]), kiln["stage"]], ["2027-03-15", 24_500, "proposal"]);
    },
  },
  {
    words: "We lost leak detection, they said we are too expensive",
    async check(_, team) {
      const deal = await only(team, "deal", 'name:"Leak detection"');
      assert.deepEqual([deal["stage"], deal["lost_reason"]], ["lost", "price"]);
    },
  },
  {
    words: "Piotr Nowak has a second email, p.nowak@kestrel.example, and a mobile: +33 6 12 34 56 78. The old email stays",
    async check(_, team) {
      const piotr = await only(team, "contact", 'name:"Piotr Nowak"');
      assert.deepEqual([piotr["email"], piotr["phone"]], [["piotr@kestrel.example", "p.nowak@kestrel.example"], ["+33612345678"]]);
    },
  },
  {
    words: "Put Leila and Piotr on tank gauging",
    async check(_, team) {
      const deal = await only(team, "deal", 'name:"Tank gauging"');
      assert.deepEqual(titlesOf(deal["contacts"]), ["Leila Haddad", "Piotr Nowak"]);
    },
  },
  {
    words: "I spoke to Jane Doe of Acme, she wants the offer by Friday. Write that down, and remind me",
    async check(_, team) {
      const jane = await only(team, "contact", 'name:"Jane Doe" organization:Acme');
      assert.match((await notesOf(team, jane.id)).join("\n"), /offer/);
      const reminder = await only(team, "task", "contact.email:jane.doe@acme.example is:open");
      assert.deepEqual([new Date(String(reminder["due"])).getUTCDay(), nameOf(reminder["owner"])], [5, "Tomasz Wrona"]);
      assert.ok(String(reminder["due"]) >= day(0), "a Friday to come");
    },
  },
  {
    words: "Dosing control was not lost after all: we are talking again, back to discovery",
    async check(_, team) {
      const deal = await only(team, "deal", 'name:"Dosing control" is:open');
      assert.deepEqual([deal["stage"], deal["lost_at"] ?? null], ["discovery", null]);
    },
  },
  {
    words: "Throw out the two test leads",
    check: async (_, team) => assert.deepEqual(titles(await valuesOf(team, "lead", "")), ["Oskar Blom"]),
  },
  {
    words: "Sorry, the second of them was real. Bring that one back",
    check: async (_, team) => assert.deepEqual(titles(await valuesOf(team, "lead", "")), ["Oskar Blom", "Test lead two"]),
  },
  {
    words: "New customer: Sun & Sons in Bristol. Maya Sun, maya@sunsons.example, does the buying",
    async check(_, team) {
      assert.equal((await only(team, "organization", 'name:"Sun & Sons"'))["city"], "Bristol");
      const maya = await only(team, "contact", "email:maya@sunsons.example");
      assert.deepEqual([maya.title, titleOf(maya["organization"])], ["Maya Sun", "Sun & Sons"]);
    },
  },
  {
    words: "I am on holiday: Ines takes all my proposals",
    async check(_, team) {
      assert.deepEqual(await valuesOf(team, "deal", "stage:proposal owner:Tomasz"), []);
      assert.deepEqual(titles(await valuesOf(team, "deal", "stage:proposal owner:Ines")), [
        "Kiln monitoring",
        "Milk cooling",
        "Renewal 2027",
        "Steam traps",
      ]);
    },
  },
];

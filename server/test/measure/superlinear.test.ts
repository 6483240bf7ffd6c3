import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { longestHold } from "./loop.ts";

const service = sharedService();
const MAX_HOLD_MS = 100;

/** A call as a stranger would make it: whatever it answers, it must not hold the event loop. */
async function holds(t: { diagnostic(text: string): void }, what: string, call: () => Promise<Response>): Promise<Response> {
  let answer: Response | undefined;
  const once = () =>
    longestHold(async () => {
      answer = await call();
      await answer.clone().arrayBuffer();
    });
  // The first call also compiles the code it runs; the client shares this thread. So the shorter of two counts.
  const held = Math.min(await once(), await once());
  t.diagnostic(`${what}: ${held.toFixed(0)} ms`);
  assert.ok(held <= MAX_HOLD_MS, `${what} held the event loop for ${held.toFixed(0)} ms`);
  assert.ok(answer);
  return answer;
}

const long = (at: number, letter = "a") => `${letter.repeat(33)}_${String(at).padStart(6, "0")}`;

/** A type with 190 fields of 40 characters, and `choices`, a list of 100 options. */
async function bigType(admin: Person): Promise<void> {
  await admin.call("types.create", { key: "big", label: "Big", label_plural: "Bigs" });
  const options = Array.from({ length: 100 }, (_, at) => ({ key: long(at), label: long(at, "L") }));
  await admin.call("types.addField", { type: "big", key: "choices", label: "Choices", field_type: "multi_select", options });
  const add = (at: number) => admin.call("types.addField", { type: "big", key: long(at), label: long(at), field_type: "text" });
  for (let at = 0; at < 190; at++) await add(at);
}

interface Answered {
  hint?: string;
  suggestions?: string[];
}
const isSuggesting = ({ hint, suggestions }: Answered) => hint?.includes("Did you mean") === true || (suggestions?.length ?? 0) > 0;
/** Names this long may use up the budget before the fifth. */
function assertFew(errors: Answered[]): void {
  const suggesting = errors.filter(isSuggesting).length;
  assert.ok(suggesting >= 1 && suggesting <= 5, `${suggesting} of ${errors.length} errors suggest a name`);
}

let made: Promise<Person> | undefined;
/** The Admin of a company with the type; the first test makes both. */
const attacking = () =>
  (made ??= (async () => {
    const admin = await service().given.admin();
    await bigType(admin);
    return admin;
  })());

test("150 unknown names against 190 fields: names are suggested for the first five", async (t) => {
  const attacker = await attacking();
  const values = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [long(at, "b"), "x"]));
  await holds(t, "unknown names", () => attacker.post("records.create", { type: "big", values }));
  const near = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${long(at)}x`.slice(1), "x"]));
  const answer = await holds(t, "unknown names, all near", () => attacker.post("records.create", { type: "big", values: near }));
  assert.equal(answer.status, 422);
  assertFew(((await answer.json()) as { errors: Answered[] }).errors);
});

test("a batch of 1,000 records with wrong options of 100: the first five say which was meant", async (t) => {
  const attacker = await attacking();
  const items = Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `n${at}`, choices: [long(at % 100, "b")] } }));
  await holds(t, "wrong options", () => attacker.post("records.batch", { type: "big", items }));
  const near = Array.from({ length: 400 }, (_, at) => ({ values: { name: `n${at}`, choices: [`${long(at % 100)}x`.slice(1)] } }));
  const answer = await holds(t, "wrong options, all near", () => attacker.post("records.batch", { type: "big", items: near }));
  const { results } = (await answer.json()) as { results: { errors: Answered[] }[] };
  assertFew(results.flatMap(({ errors }) => errors));
});

test("a batch of 50 records with 990 unknown names each", async (t) => {
  const attacker = await attacking();
  const values = Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`u${at}`, 1]));
  const items = Array.from({ length: 50 }, () => ({ values }));
  const answer = await holds(t, "unknown names in a batch", () => attacker.post("records.batch", { type: "big", items }));
  assert.ok((await answer.arrayBuffer()).byteLength < 1_048_576, "the answer is no larger than the call");
});

test("a batch that names the last options of 100, 30 of them in each of 600 records", async (t) => {
  const attacker = await attacking();
  const choices = Array.from({ length: 30 }, (_, at) => long(99 - at, "l"));
  const items = Array.from({ length: 600 }, (_, at) => ({ values: { name: `n${at}`, choices } }));
  await holds(t, "labels of options", () => attacker.post("records.batch", { type: "big", items }));
});

test("a filter with 25 conditions of unknown names, and one with 2,400 bytes of wrong options", async (t) => {
  const attacker = await attacking();
  const names = Array.from({ length: 25 }, (_, at) => `${long(at, "b")}:1`).join(" ");
  const answer = await holds(t, "unknown names in a filter", () => attacker.post("records.list", { type: "big", filter: names }));
  assert.equal(answer.status, 400);
  const options = `choices:${Array.from({ length: 60 }, (_, at) => `${long(at)}x`.slice(1)).join(",")}`;
  const answered = await holds(t, "wrong options in a filter", () => attacker.post("records.list", { type: "big", filter: options }));
  assertFew(((await answered.json()) as { errors: Answered[] }).errors);
});

test("names to sort by, to show and to match by", async (t) => {
  const attacker = await attacking();
  const fields = Array.from({ length: 100 }, (_, at) => long(at, "b"));
  await holds(t, "fields", () => attacker.post("records.list", { type: "big", fields }));
  await holds(t, "sort", () => attacker.post("records.list", { type: "big", sort: fields.slice(0, 3).join(",") }));
  const items = Array.from({ length: 1_000 }, (_, at) => ({ values: { name: `n${at}` } }));
  await holds(t, "match", () => attacker.post("records.batch", { type: "big", match: long(1, "b"), items }));
});

test("unknown properties of an operation's input", async (t) => {
  const attacker = await attacking();
  const more = Object.fromEntries(Array.from({ length: 990 }, (_, at) => [long(at, "b"), 1]));
  await holds(t, "unknown properties", () => attacker.post("records.list", { type: "big", ...more }));
});

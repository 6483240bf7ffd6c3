import { fold, print, readFilter, type FilterNode, type Lookup, type TypeSchema } from "@kith/filter";
import { filterOf } from "@kith/filter/arbitrary";
import fc from "fast-check";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { signUpCompany } from "./company.ts";
import { CANARY, INJECTIONS, isPlain } from "./hostile.ts";
import { retryBusy } from "./retry-busy.ts";
import { watchStatements, type SentStatement } from "./statements.ts";
import { changeTexts } from "./texts.ts";

const FILTERS = Math.ceil(Number(process.env["FILTER_INPUTS"] ?? 3_000) / 20);
const SEED = Number(process.env["FILTER_SEED"] ?? randomInt(1_000_000));
const service = sharedService();

test("a statement depends only on the shape of the filter and the schema: every literal is a bind parameter", async (t) => {
  const company = await signUpCompany(service(), "Europe/Berlin");
  const ada = await retryBusy(() => service().signIn(company.admin.email));
  const lookup: Lookup = (key) => company.types.find((type) => type.key === key);
  const options = { lookup, people: company.people };
  const question = (type: TypeSchema) =>
    fc.record({
      type: fc.constant(type),
      tree: filterOf(type, lookup, { people: company.people, ids: ["rec_0"] }),
      texts: fc.array(fc.constantFrom(...INJECTIONS.filter(isPlain)), { minLength: 1, maxLength: 5 }),
    });
  const sent: SentStatement[] = [];
  watchStatements(t, (statement) => {
    if (/ from \w*records r\b/.test(statement.text)) sent.push(statement);
  });

  let bound = 0;
  for (const { type, tree, texts } of fc.sample(fc.oneof(...company.types.map(question)), { numRuns: FILTERS, seed: SEED })) {
    let at = 0;
    const attack = changeTexts(tree, type, lookup, () => texts[at++ % texts.length] ?? "");
    if (!readFilter(print(attack), { type: type.key, ...options }).ok) continue;
    const harmless = changeTexts(attack, type, lookup, twin);
    const statements = await statementsFor(type, attack);
    const others = await statementsFor(type, harmless);

    assert.deepEqual(
      statements.map(({ text }) => text),
      others.map(({ text }) => text),
      print(attack),
    );
    for (const { text, values } of statements) {
      const holders = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      assert.deepEqual(holders, new Set(values.map((_, index) => index + 1)), text);
      for (const injection of texts) assert.ok(!text.includes(injection) && !text.includes(fold(injection)), text);
    }
    // A filter that finds nothing is followed by a look at which values there are, which has none of its literals.
    const held = Math.max(...statements.map(({ values }) => JSON.stringify(values).split(CANARY).length - 1));
    assert.ok(held >= at, `${at} literals, ${held} of them bound: ${print(attack)}`);
    bound += at;
  }
  t.diagnostic(JSON.stringify({ seed: SEED, filters: FILTERS, literals: bound }));
  assert.ok(bound > FILTERS / 5, `only ${bound} literals`);

  async function statementsFor(type: TypeSchema, filter: FilterNode): Promise<SentStatement[]> {
    await retryBusy(() => {
      sent.length = 0;
      return ada.call("records.list", { type: type.key, filter: print(filter), limit: 1 });
    });
    assert.ok(sent.length > 0);
    return [...sent];
  }
});

/** Another text of the same shape: other letters and digits in the same places. */
const twin = (text: string) => text.replaceAll(/[a-y0-8]/gi, (character) => String.fromCharCode(character.charCodeAt(0) + 1));

import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, invalid, type FieldError } from "../../../kernel/errors.ts";
import { newId } from "../../../platform/random.ts";
import { namesMe, takeApart } from "../../records/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { people } from "../route/store.ts";
import { peopleOf } from "../route/collect-facts.ts";
import { destinationFacts } from "../send/hops.ts";
import type { Rule } from "../shapes.ts";

export type Given = Omit<Rule, "id"> & { id?: string | undefined };

/** Rules that can be saved: every filter understood, every person and destination of this company. Refuses with all that is wrong. */
export async function checkRules(
  call: Call<Member>,
  schema: CompanySchema,
  given: readonly Given[],
  known: readonly Rule[],
): Promise<Rule[]> {
  const rules = given.map(({ id, ...rule }): Rule => ({ id: id ?? newId(), ...rule }));
  const errors = [...twice(rules), ...(await filterErrors(call, schema, rules)), ...(await idErrors(call, rules, known))];
  if (errors.length > 0) throw invalid(errors.slice(0, 20));
  return rules;
}

function twice(rules: readonly Rule[]): FieldError[] {
  const seen = new Set<string>();
  return rules.flatMap(({ id }, at) =>
    seen.size === seen.add(id).size ? [{ pointer: `/rules/${at}/id`, message: "This rule is in the list twice." }] : [],
  );
}

async function filterErrors(call: Call<Member>, schema: CompanySchema, rules: readonly Rule[]): Promise<FieldError[]> {
  const type = schema.byKey.get("lead");
  if (!type) throw new AppError(409, "no_lead_type", "Your company has no record type lead. Restore it first.");
  const errors: FieldError[] = [];
  for (const [at, { filter }] of rules.entries()) {
    const pointer = `/rules/${at}/filter`;
    const taken = await takeApart(call, schema, type, filter);
    if ("broken" in taken) errors.push({ pointer, message: taken.broken });
    else if (namesMe(schema, type, filter))
      errors.push({ pointer, message: "A rule has no @me: it runs for everyone.", hint: "Name the person, such as owner:mara." });
  }
  return errors;
}

/** People and destinations of this company. Those of another company look like those that never were. */
async function idErrors({ tx, actor, clock }: Call<Member>, rules: readonly Rule[], known: readonly Rule[]): Promise<FieldError[]> {
  const destinationIds = rules.flatMap(({ then }) => (then.kind === "send" ? [then.destination_id] : []));
  const [persons, destinations] = await Promise.all([
    people(tx, actor.companyId, [...new Set(rules.flatMap(peopleOf))], clock.now()),
    destinationFacts(tx, actor.companyId, [...new Set(destinationIds)]),
  ]);
  const byId = new Map(persons.map((one) => [one.id, one]));
  // Who left stays in a rule until somebody takes them out, and so does a destination: going back to a version must always work.
  const before = new Set(known.flatMap((rule) => [...peopleOf(rule), ...(rule.then.kind === "send" ? [rule.then.destination_id] : [])]));
  return rules.flatMap(({ then }, at): FieldError[] => {
    if (then.kind === "send") {
      const isThere = destinations.has(then.destination_id) || before.has(then.destination_id);
      return isThere ? [] : [{ pointer: `/rules/${at}/then/destination_id`, message: "Destination not found." }];
    }
    return then.people.flatMap(({ user_id: id }, place): FieldError[] => {
      const pointer = `/rules/${at}/then/people/${place}/user_id`;
      const person = byId.get(id);
      if (!person) return [{ pointer, message: "Member not found." }];
      return person.is_gone && !before.has(id) ? [{ pointer, message: "This member is disabled. Choose somebody else." }] : [];
    });
  });
}

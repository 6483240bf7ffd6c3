import { z } from "zod";
import { id } from "../src/platform/ids.ts";
import { routeLeads } from "../src/features/lead-sending/index.ts";
import { CAUSES } from "../src/features/lead-sending/shapes.ts";
import { recordId } from "../src/features/records/operations.ts";
import { memberId } from "../src/features/members/operations.ts";
import { defineFeature } from "../src/kernel/feature.ts";
import { handle } from "../src/kernel/handle.ts";
import { defineOperation } from "../src/kernel/operation.ts";
import { asSystem } from "../src/platform/as-system.ts";
import type { InputOf } from "../src/contract.ts";
import type { Person, Service } from "./service.ts";

const route = defineOperation({
  name: "test.routeLeads",
  summary: "Decide leads as if they had just come",
  access: "system",
  effect: "write",
  input: z.strictObject({
    leads: z.array(recordId),
    cause: z.enum(CAUSES).default("new"),
    exclude: z.array(memberId).default([]),
  }),
  output: z.strictObject({ outcomes: z.array(z.string()) }),
});

/** Gives tests the way in that taking and sending use. */
export const routingFeature = defineFeature({
  operations: { route },
  handlers: () =>
    handle(
      { route },
      {
        async route(call, { leads, cause, exclude }) {
          const routed = await routeLeads(call, { leadIds: leads, cause, exclude });
          return { outcomes: routed.map(({ decision }) => decision.outcome.kind) };
        },
      },
    ),
});

const companyId = id("com", "company");

/** The company of a person, as it is stored. */
export const companyOf = async (person: Person) => companyId.decode((await person.call("members.me", {})).company.id);

type RouteInput = { leads: string[]; cause?: (typeof CAUSES)[number]; exclude?: string[] };

/** Decides leads in a company, in one call. */
export const routeIn = (service: Service, company: string) => (input: RouteInput) => asSystem(service.app.execute, company)(route, input);

export type GivenRule = InputOf<"leadSending.saveRules">["rules"][number];

/** A rule that gives every lead to these people in turn. */
export const ruleFor = (people: readonly { userId: string; weight?: number }[], more: Partial<GivenRule> = {}): GivenRule => ({
  name: "Everyone",
  // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
  then: { kind: "assign", how: "weighted", people: people.map(({ userId, weight = 1 }) => ({ user_id: userId, weight })) },
  ...more,
});

/** New leads without an owner. */
export async function makeLeads(person: Person, count: number, values: Record<string, unknown> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 100) {
    const items = Array.from({ length: Math.min(100, count - made) }, (_, at) => ({
      values: { name: `Lead ${made + at + 1}`, owner: null, ...values },
    }));
    const { results } = await person.call("records.batch", { type: "lead", items });
    ids.push(...results.map((one) => String(one.id)));
  }
  return ids;
}

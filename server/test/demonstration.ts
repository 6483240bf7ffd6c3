import { z } from "zod";
import { defineFeature } from "../src/kernel/feature.ts";
import { handle } from "../src/kernel/handle.ts";
import { defineOperation } from "../src/kernel/operation.ts";

/** An operation that exists only in tests, to show that one declaration is enough for every surface. */
export const greet = defineOperation({
  name: "greetings.create",
  summary: "Greet someone",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/greetings", status: 201 },
  tool: { name: "greet_someone", title: "Greet someone", describe: "Greets one person by name. For demonstration." },
  input: z.strictObject({ name: z.string().min(1).max(50) }),
  output: z.strictObject({ greeting: z.string() }),
});

/** One that has announced its end. */
const hail = defineOperation({
  name: "hails.create",
  summary: "Hail someone",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/hails", deprecated: { since: "2026-01-01", until: "2027-01-01", instead: "greetings.create" } },
  example: { name: "Bo" },
  input: z.strictObject({ name: z.string().min(1).max(50) }),
  output: z.strictObject({ hail: z.string() }),
});

const operations = { greet, hail };

export const greetings = defineFeature({
  operations,
  handlers: () =>
    handle(operations, {
      greet: async ({ actor }, { name }) => ({ greeting: `Hello ${name}, says ${actor.name}.` }),
      hail: async (_call, { name }) => ({ hail: `Hail ${name}` }),
    }),
});

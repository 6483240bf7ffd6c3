import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { memberId } from "../members/operations.ts";
import { recordId } from "../records/operations.ts";

const sampleId = id("smp", "load of sample data");

const Samples = z.strictObject({
  state: z.enum(["none", "loading", "loaded", "failed"]),
  can_load: z.boolean().describe("There are few records here, so sample data cannot be mistaken for real data"),
  progress: z.number().min(0).max(1),
  failure: z.string().nullable(),
  loaded_by: z.strictObject({ id: memberId, name: z.string() }).nullable(),
  loaded_at: time.nullable(),
  records: z.int().describe("Sample records that are here"),
  changed: z
    .strictObject({
      count: z.int(),
      records: z.array(z.strictObject({ id: recordId, type: z.string(), title: z.string() })).describe("The first 50"),
    })
    .describe("Sample records that somebody has worked on since"),
  own_types: z.array(z.string()).describe("Keys of the types that hold records of your own"),
});

export const get = defineOperation({
  name: "samples.get",
  summary: "Whether there is sample data here, and what of it was changed since",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: Samples,
});

export const load = defineOperation({
  name: "samples.load",
  summary: "Fill an empty company with sample data",
  access: "admin",
  effect: "write",
  input: z.strictObject({}),
  output: Samples,
});

export const remove = defineOperation({
  name: "samples.remove",
  summary: "Remove the sample data, and nothing else",
  access: "admin",
  effect: "destroy",
  input: z.strictObject({ changed: z.enum(["keep", "remove"]).describe("What becomes of sample records that were changed since") }),
  output: z.strictObject({ removed: z.int(), kept: z.int() }),
});

export const step = defineOperation({
  name: "samples.step",
  summary: "Write the next part of the sample data",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: sampleId }),
  output: z.strictObject({}),
});

export const fail = defineOperation({
  name: "samples.fail",
  summary: "Give up loading the sample data, and say why",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: sampleId, reason: z.string() }),
  output: z.strictObject({}),
});

export { sampleId };

import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import { addNoteTo, saveRecords, type Outcome } from "../records/index.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { makeWeek } from "./make-week.ts";

type Given = Record<string, unknown>;

/** Writes one week of the sample year, with dates of that week. The log has the real time. */
export async function loadWeek(call: Call<Member>, schema: CompanySchema, week: number): Promise<void> {
  const { at, organizations, contacts, deals, leads } = makeWeek(week, { owners: ["@me"], now: call.clock.now() });
  const then = { ...call, clock: { now: () => at } };
  await save(then, schema, "organization", organizations);
  await save(then, schema, "contact", contacts);
  await save(then, schema, "lead", leads);
  const saved = await save(
    then,
    schema,
    "deal",
    deals.map((one) => one.values),
  );

  const tasks: Given[] = [];
  for (const [index, { moved, task, note }] of deals.entries()) {
    const outcome = saved[index];
    if (!outcome) continue;
    if (task) tasks.push({ ...task, deal: outcome.row.id });
    if (note) await addNoteTo(then, schema, outcome.row, { text: note, format: "markdown", mentions: [] });
    if (moved) await save({ ...call, clock: { now: () => moved.at } }, schema, "deal", [moved.values], outcome);
  }
  await save(then, schema, "task", tasks);
}

/** The company may have changed its types: values without a field are left out. */
async function save(call: Call<Member>, schema: CompanySchema, key: string, drafts: Given[], old?: Outcome): Promise<Outcome[]> {
  const type = schema.byKey.get(key);
  if (!type || drafts.length === 0) return [];
  const changes = drafts.map((draft) => ({ old, given: fitting(schema, type, draft), pointer: "" }));
  const outcomes = await saveRecords(call, schema, type, changes);
  const fieldError = outcomes.flatMap((one) => one.fieldErrors)[0];
  if (fieldError) throw new AppError(422, "samples_do_not_fit", `${type.labelPlural} cannot take the sample data: ${fieldError.message}`);
  return outcomes;
}

function fitting(schema: CompanySchema, type: TypeDefinition, draft: Given): Given {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => {
      const field = findField(type, name);
      if (!field || field.isReadOnly) return false;
      if (field.relation && !schema.byKey.has(field.relation.type)) return false;
      return !field.options || field.options.some((option) => option.key === value && !option.retired);
    }),
  );
}

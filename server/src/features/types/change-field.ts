import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import { changesBetween, changing, placed, presentAgain } from "./changing.ts";
import { countHolding, countRecords } from "./count-holding.ts";
import type { OptionDefinition, TypeDefinition } from "./definition.ts";
import { fieldUpdated } from "./events.ts";
import { withKeys } from "./key-from.ts";
import { optionsError, hasOptions, keepOldOptions, matchingError, refuseRole, refuseTwins } from "./rules.ts";
import { readSchema } from "./schema.ts";
import * as store from "./store.ts";
import { enqueueRetime } from "./jobs.ts";
import { haveOtherStates } from "./time-stages.ts";
import { dropUnique, makeUnique, rewriteAddresses } from "./write-identifiers.ts";

interface FieldChange {
  label?: string | undefined;
  is_required?: boolean | undefined;
  is_unique?: boolean | undefined;
  is_domain?: boolean | undefined;
  options?: OptionDefinition[] | undefined;
  inverse_label?: string | undefined;
  position?: number | undefined;
  retired?: boolean | undefined;
}

type GivenChange = Omit<FieldChange, "options"> & {
  options?: (Omit<OptionDefinition, "key"> & { key?: string | undefined })[] | undefined;
};

/** Renames a field, changes its options or its position, retires or restores it. No record loses a value. */
export async function changeField(call: Call<Member>, typeKey: string, key: string, given: GivenChange, isDryRun: boolean) {
  const { actor, tx, clock } = call;
  const type = await changing(call, typeKey, isDryRun);
  const row = await store.findField(tx, actor.companyId, type.id, key);
  if (!row) throw notFound("Field");
  const input: FieldChange = { ...given, options: given.options && withKeys(given.options, row.options ?? []) };
  const isRetired = input.retired ?? row.retired_at !== null;
  if (isRetired && !row.retired_at) refuseRole(type, key);
  checkInput(row, input);
  const before = {
    label: row.label,
    is_required: row.is_required,
    is_unique: row.is_unique,
    is_domain: row.is_domain,
    options: row.options,
    inverse_label: row.inverse_label,
    retired: row.retired_at !== null,
  };
  const after = {
    label: input.label ?? row.label,
    is_required: input.is_required ?? row.is_required,
    is_unique: input.is_unique ?? row.is_unique,
    is_domain: input.is_domain ?? row.is_domain,
    options: input.options ? keepOldOptions(row.options ?? [], input.options) : row.options,
    inverse_label: input.inverse_label ?? row.inverse_label,
    retired: isRetired,
  };
  const effects = await effectsOf(call, type, key, before, after);
  if (!isDryRun) {
    await store.updateField(tx, actor.companyId, { ...after, id: row.id, retired_at: isRetired ? (row.retired_at ?? clock.now()) : null });
    await writeIdentifiers(call, type, key, before, after);
    if (key === type.stageField && haveOtherStates(before.options, after.options)) await enqueueRetime(call, type.id, false);
    if (input.position !== undefined) await move(call, type, row.id, input.position);
    if (row.retired_at && !isRetired) refuseTwins(await readSchema(tx, actor.companyId));
    await call.emit(fieldUpdated, {
      subjectId: type.id,
      data: { name: type.labelPlural, key: type.key, field: key },
      changes: changesBetween(before, after),
    });
  }
  return { type: await presentAgain(tx, actor, type.key), ...effects };
}

function checkInput(row: store.FieldRow, { options, inverse_label: inverseLabel, ...matching }: FieldChange): void {
  const fieldErrors = matchingError(row.type, matching);
  if (options && hasOptions(row.type)) fieldErrors.push(...optionsError(options));
  else if (options) fieldErrors.push({ pointer: "/options", message: `A ${row.type} field has no options.` });
  if (inverseLabel !== undefined && !row.inverse_key)
    fieldErrors.push({ pointer: "/inverse_label", message: "This field is not shown from another side." });
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
}

/** Records are found by their identifiers: they follow the settings at once. */
async function writeIdentifiers({ actor, tx }: Call<Member>, type: TypeDefinition, key: string, before: Matching, after: Matching) {
  const field = type.fields.find((one) => one.key === key && one.id);
  if (!field) return;
  if (after.is_unique && !before.is_unique) await makeUnique(tx, actor.companyId, type, field);
  if (before.is_unique && !after.is_unique) await dropUnique(tx, actor.companyId, type, field);
  if (before.is_domain !== after.is_domain) await rewriteAddresses(tx, actor.companyId, type, field);
}

type Matching = Pick<store.FieldRow, "is_unique" | "is_domain">;

interface State {
  is_required: boolean;
  options: OptionDefinition[] | null;
  retired: boolean;
}

/** The affected records: those whose value is retired, and those without a value that is now required. */
async function effectsOf({ actor, tx }: Call<Member>, type: TypeDefinition, key: string, before: State, after: State) {
  const field = type.fields.find((one) => one.key === key && one.id);
  const nobody = { records_affected: 0, records_without: 0 };
  if (!field) return nobody;
  if (after.retired) return { ...nobody, records_affected: await countHolding(tx, actor.companyId, type, field) };
  const offered = (options: OptionDefinition[] | null) => (options ?? []).filter((option) => !option.retired).map((option) => option.key);
  const withdrawn = offered(before.options).filter((option) => !offered(after.options).includes(option));
  const affected = await countHolding(tx, actor.companyId, type, field, withdrawn);
  if (!after.is_required || before.is_required) return { ...nobody, records_affected: affected };
  const all = await countRecords(tx, actor.companyId, type);
  return { records_affected: affected, records_without: all - (await countHolding(tx, actor.companyId, type, field)) };
}

/** Renumbers the type's own fields. Fields that every type has keep their position around them. */
async function move({ actor, tx }: Call<Member>, type: TypeDefinition, id: string, position: number): Promise<void> {
  const own = type.fields.flatMap((field) => field.id ?? []);
  await store.order(tx, actor.companyId, "fields", placed(own, id, position));
}

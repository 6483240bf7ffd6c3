import { KINDS, type FieldKind } from "@kith/filter/kinds";
import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid } from "../../kernel/errors.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { changeField } from "./change-field.ts";
import { changeType } from "./change-type.ts";
import { changing, presentAgain } from "./changing.ts";
import type { FieldDefinition, OptionDefinition } from "./definition.ts";
import { fieldAdded } from "./events.ts";
import type { addField as addFieldOperation } from "./operations.ts";
import { withKeys } from "./key-from.ts";
import { fieldsQuota, optionsQuota } from "./quotas.ts";
import { checkNewField } from "./rules.ts";
import { readSchema } from "./schema.ts";
import * as store from "./store.ts";

export async function addField(quotas: Quotas, call: Call<Member>, given: z.output<typeof addFieldOperation.input>) {
  const { actor, tx, clock } = call;
  const options = given.options && withKeys(given.options, []);
  const input = { ...given, options };
  const type = await changing(call, input.type);
  const schema = await readSchema(tx, actor.companyId);
  checkNewField(schema, type, input);
  await quotas.take(call, fieldsQuota);
  if (input.options) await quotas.take(call, optionsQuota);
  const related = input.related_type ? schema.byKey.get(input.related_type) : undefined;
  const row: store.FieldRow = {
    id: newId(),
    type_id: type.id,
    key: input.key,
    label: input.label,
    type: input.field_type,
    is_multi: input.is_multi,
    is_required: input.is_required,
    is_unique: input.is_unique,
    is_domain: input.is_domain,
    options: input.options ?? null,
    related_type_id: related?.id ?? null,
    inverse_key: input.inverse_key ?? null,
    inverse_label: input.inverse_label ?? null,
    position: type.fields.length,
  };
  try {
    await store.insertFields(tx, actor.companyId, [row], clock.now());
  } catch (error) {
    if (isUniqueViolation(error, "fields_key"))
      throw conflict("field_retired", `A retired field has the key ${input.key}. Bring it back with updateField, retired: false.`);
    throw error;
  }
  await call.emit(fieldAdded, { subjectId: type.id, data: { name: type.labelPlural, key: type.key, field: input.key } });
  // The first stages of a type are what its board and its won and lost records go by: nobody adds them for anything else.
  if (KINDS[input.field_type].role === "stage" && type.stageField === null)
    await changeType(call, type.key, { stage_field: input.key }, false);
  return { ...(await presentAgain(tx, actor, type.key)), operation_id: call.operationId };
}

type GivenOptions = NonNullable<z.output<typeof addFieldOperation.input>["options"]>;

/** Adds options to a field, or changes those that it has by their key. The others keep their order, and a new stage comes before won and lost. */
export async function addOptions(quotas: Quotas, call: Call<Member>, type: string, field: FieldDefinition, given: GivenOptions) {
  await quotas.take(call, optionsQuota);
  const old = field.options ?? [];
  const wanted = withKeys(given, old);
  const changed = old.map((option) => wanted.find(({ key }) => key === option.key) ?? option);
  const added = wanted.filter((option) => !old.some(({ key }) => key === option.key));
  const isClosed = ({ state = "open" }: OptionDefinition) => state !== "open";
  const firstClosed = changed.findIndex(isClosed);
  const at = firstClosed < 0 ? changed.length : firstClosed;
  const options = [...changed.toSpliced(at, 0, ...added.filter((option) => !isClosed(option))), ...added.filter(isClosed)];
  return (await changeField(call, type, field.key, { options }, false)).type;
}

/** What a new field has to have. */
export function neededForNew(given: { field_type: FieldKind | undefined; label: string | undefined }) {
  const { field_type, label } = given;
  if (field_type !== undefined && label !== undefined) return { field_type, label };
  const missing = (["field_type", "label"] as const).filter((name) => given[name] === undefined);
  throw invalid(missing.map((name) => ({ pointer: `/${name}`, message: `"${name}" is missing: there is no such field yet.` })));
}

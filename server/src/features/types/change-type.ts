import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after as timeAfter } from "../../kernel/clock.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import { changesBetween, changing, placed } from "./changing.ts";
import { countHolding, countRecords } from "./count-holding.ts";
import type { TypeDefinition } from "./definition.ts";
import { typeUpdated } from "./events.ts";
import { enqueueRetime, SETTLE_AFTER_MS, settleType } from "./jobs.ts";
import { movesBetween, moveValues, type Move } from "./move-values.ts";
import { presentType } from "./present.ts";
import { checkRoles, refuseTwins } from "./rules.ts";
import { readSchema } from "./schema.ts";
import * as store from "./store.ts";

interface TypeChange {
  label?: string | undefined;
  label_plural?: string | undefined;
  icon?: string | undefined;
  stage_field?: string | null | undefined;
  amount_field?: string | null | undefined;
  date_field?: string | null | undefined;
  position?: number | undefined;
  retired?: boolean | undefined;
}

/** Renames a type, changes which fields are its stage, amount and date, or retires it with its records. */
export async function changeType(call: Call<Member>, key: string, input: TypeChange, isDryRun: boolean) {
  const { actor, tx, clock } = call;
  const row = await store.findType(tx, actor.companyId, key);
  if (row?.retired_at) return restoreType(call, row, input, isDryRun);
  const type = await changing(call, key, isDryRun);
  const isRetired = input.retired ?? false;
  const roles = {
    stage: chosen(input.stage_field, type.stageField),
    amount: chosen(input.amount_field, type.amountField),
    due_at: chosen(input.date_field, type.dateField),
  };
  checkRoles(type, roles);
  const moves = movesBetween(type, roles);
  const affected = isRetired ? await countRecords(tx, actor.companyId, type) : await countChosen(call, type, moves);
  if (isDryRun) return { ...presentType(type), records_affected: affected };

  const { types } = await readSchema(tx, actor.companyId);
  if (isRetired && types.length === 1) throw conflict("last_type", "A company needs at least one type.");
  const before = {
    label: type.label,
    label_plural: type.labelPlural,
    icon: type.icon,
    stage_field: type.stageField,
    amount_field: type.amountField,
    date_field: type.dateField,
    retired: false,
  };
  const after = {
    label: input.label ?? type.label,
    label_plural: input.label_plural ?? type.labelPlural,
    icon: input.icon ?? type.icon,
    stage_field: roles.stage,
    amount_field: roles.amount,
    date_field: roles.due_at,
    retired: isRetired,
  };
  await store.updateType(tx, actor.companyId, { ...after, id: type.id, retired_at: isRetired ? clock.now() : null });
  const order = types.map((one) => one.id);
  if (input.position !== undefined) await store.order(tx, actor.companyId, "record_types", placed(order, type.id, input.position));
  await moveValues(tx, actor.companyId, type.id, moves);
  if (moves.length > 0)
    await call.enqueue(settleType, { company: actor.companyId, type: type.id, moves }, timeAfter(clock, SETTLE_AFTER_MS));
  if (moves.some(({ column, to }) => column === "stage" && to)) await enqueueRetime(call, type.id, true);
  await announce(call, type.id, key, after.label_plural, changesBetween(before, after));
  const changed = (await readSchema(tx, actor.companyId)).byKey.get(key) ?? type;
  return { ...presentType(changed), records_affected: affected };
}

const chosen = (wanted: string | null | undefined, now: string | null) => (wanted === undefined ? now : wanted);

async function countChosen({ actor, tx }: Call<Member>, type: TypeDefinition, moves: Move[]): Promise<number> {
  let most = 0;
  for (const { to } of moves) {
    const field = type.fields.find((one) => one.key === to?.key);
    if (field) most = Math.max(most, await countHolding(tx, actor.companyId, type, field));
  }
  return most;
}

/** A retired type can only be restored. */
async function restoreType(call: Call<Member>, row: store.TypeRow, { retired, ...others }: TypeChange, isDryRun: boolean) {
  const { actor, tx } = call;
  if (retired !== false || Object.values(others).some((value) => value !== undefined)) throw notFound("Type");
  if (!isDryRun) await store.bumpVersion(tx, actor.companyId);
  const schema = await readSchema(tx, actor.companyId, row.key);
  const type = schema.byKey.get(row.key);
  if (!type) throw notFound("Type");
  refuseTwins(schema);
  if (!isDryRun) {
    await store.updateType(tx, actor.companyId, { ...row, retired_at: null });
    await announce(call, row.id, row.key, row.label_plural, { retired: [true, false] });
  }
  return { ...presentType(type), records_affected: await countRecords(tx, actor.companyId, type) };
}

const announce = (call: Call<Member>, id: string, key: string, name: string, changes: Changes) =>
  call.emit(typeUpdated, { subjectId: id, data: { name, key }, changes });

import type { Call } from "../../kernel/call.ts";
import { newId } from "../../platform/random.ts";
import { STARTING_TYPES } from "./starting.ts";
import * as store from "./store.ts";

/** The types that every company starts with. */
export async function createStartingTypes({ tx, clock }: Pick<Call, "tx" | "clock">, companyId: string): Promise<void> {
  const now = clock.now();
  const idOf = new Map(STARTING_TYPES.map((type) => [type.key, newId()]));
  for (const [position, type] of STARTING_TYPES.entries()) {
    await store.insertType(
      tx,
      companyId,
      {
        id: idOf.get(type.key) ?? "",
        key: type.key,
        label: type.label,
        label_plural: type.labelPlural,
        icon: type.icon,
        stage_field: type.stage ?? null,
        amount_field: type.amount ?? null,
        date_field: type.date ?? null,
        position,
      },
      now,
    );
  }
  const rows = STARTING_TYPES.flatMap((type) =>
    type.fields.map((field, position) => ({
      id: newId(),
      type_id: idOf.get(type.key) ?? "",
      key: field.key,
      label: field.label,
      type: field.kind,
      is_multi: field.related?.isMany ?? field.isMulti ?? false,
      is_required: false,
      is_unique: false,
      is_domain: field.isDomain ?? false,
      options: field.options ?? null,
      related_type_id: field.related ? (idOf.get(field.related.type) ?? null) : null,
      inverse_key: field.related?.inverse ?? null,
      inverse_label: field.related?.inverseLabel ?? null,
      position,
    })),
  );
  await store.insertFields(tx, companyId, rows, now);
}

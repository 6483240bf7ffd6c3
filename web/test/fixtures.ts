import type { CrmRecord } from "../src/features/fields/index.ts";
import type { Field, FieldKind, RecordType } from "../src/features/types/index.ts";

/** A field with the properties a test needs; the rest are defaults. */
export const field = (key: string, type: FieldKind, more: Partial<Field> = {}): Field =>
  ({
    key,
    label: key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " "),
    type,
    is_required: false,
    is_multi: false,
    is_read_only: false,
    ...more,
  }) as Field;

export const stage = field("stage", "stage", {
  options: [
    { key: "new", label: "New", state: "open", probability: 10 },
    { key: "proposal", label: "Proposal", state: "open", probability: 50, color: "violet" },
    { key: "old", label: "Old", state: "open", probability: 5, retired: true },
    { key: "won", label: "Won", state: "won", probability: 100 },
    { key: "lost", label: "Lost", state: "lost", probability: 0 },
  ] as Field["options"],
});

/** A type as a sales team has it. */
export const deal = {
  key: "deal",
  label: "Deal",
  label_plural: "Deals",
  icon: "coins",
  stage_field: "stage",
  amount_field: "amount",
  date_field: "close_date",
  fields: [
    field("name", "text", { is_required: true }),
    field("organization", "relation", { relation: { type: "organization" } } as Partial<Field>),
    stage,
    field("amount", "money"),
    field("close_date", "date"),
    field("source", "select", {
      options: [
        { key: "web", label: "Website", color: "blue" },
        { key: "fair", label: "Fair" },
      ] as Field["options"],
    }),
    field("email", "email", { is_multi: true }),
    field("owner", "user"),
    field("updated_at", "datetime", { is_read_only: true }),
  ],
} as unknown as RecordType;

/** A record with the properties a test needs. */
export const record = (id: string, more: Partial<CrmRecord> = {}): CrmRecord =>
  ({ id, type: "deal", title: id, version: 1, values: {}, deleted_at: null, ...more }) as CrmRecord;

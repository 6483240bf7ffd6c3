import type { Field } from "../../types/index.ts";

const plain = { is_required: false, is_read_only: false, is_unique: false, is_domain: false, options: null };

// An activity is no record, but its values are entered as those of records are.
export const WHEN: Field = {
  ...plain,
  key: "at",
  label: "When",
  field_type: "datetime",
  type: "datetime",
  is_multi: false,
  relation: null,
};
export const PEOPLE: Field = {
  ...plain,
  key: "people",
  label: "People",
  field_type: "relation",
  type: "relation",
  is_multi: true,
  relation: { type: "contact", is_many: true, inverse: null },
};

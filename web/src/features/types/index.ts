/** Record types, their fields and options: what a company keeps, and the pages where Admins change it. */
export { OptionDot, StagePill, StageRing } from "./option-mark.tsx";
export { FieldDialog } from "./field-dialog.tsx";
export { KIND_ICONS } from "./kinds.ts";
export { iconOf, TypeIcon } from "./type-icon.tsx";
export {
  factsOf,
  type Field,
  type FieldKind,
  fieldOf,
  type FieldOption,
  isRelation,
  isStage,
  manyOf,
  offered,
  oneOf,
  optionOf,
  type RecordType,
  types,
  useType,
  useTypes,
  useTypesWhenKnown,
} from "./types.ts";

/** Values of records: how each kind of field is shown, edited and written as text. */
export { FieldEditor, FieldValue, fieldValue } from "./field-value.tsx";
export { type CreateRelated, CreateRelatedContext } from "./editors/create-related.ts";
export { kindLooks } from "./kinds.ts";
export { numberText } from "../../ui/formats.ts";
export { countText, isFigure, isForeign, moneyText, ownAmount } from "./money-text.ts";
export { RecordLink } from "./record-link.tsx";
export { type CrmRecord, isBlank, isPerson, isRelated, isSameValue, listOf, type Values, withChanges } from "./record.ts";
export { lateness } from "./values/date-value.tsx";

export { aggregateRecords } from "./aggregate-records.ts";
export { checkView } from "./check-view.ts";
export { deleteRecords } from "./delete-records.ts";
export { listRecords } from "./list-records.ts";
export { mergeRecords } from "./merge-records.ts";
export { fieldsNamed } from "./name-field.ts";
export { addNoteTo } from "./notes.ts";
export { presentRecords, presentValues } from "./present.ts";
export { lockWithLinks, meantBy, referencesTo, referTo } from "./refer.ts";
export type { RecordRow } from "./row.ts";
export { planRecords, saveRecords, type Outcome, type Wish } from "./save.ts";
export { searchRecords } from "./search-records.ts";
export { find as findRecords, lock as lockRecords } from "./store.ts";
export { readTimeline } from "./timeline.ts";
export { typeNamed } from "./type-named.ts";
export { undoEvents } from "./undo.ts";
export { keysOf, matchField, recognise } from "./upsert.ts";

export const recordHousekeeping = "delete from records where deleted_at < now() - interval '30 days'";

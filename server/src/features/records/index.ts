import { removeRows } from "../../platform/housekeeping.ts";

/**
 * Records: one machinery for contacts, organizations, deals, leads, tasks and every type a company makes. A record is one row;
 * each change writes its event in the same transaction, so its timeline, undo and the change feed come from one place.
 */
export { aggregateRecords } from "./aggregate-records.ts";
export { checkView } from "./check-view.ts";
export { deleteRecords } from "./delete-records.ts";
export { recordHandlers } from "./handlers.ts";
export { listRecords } from "./list-records.ts";
export { recordJobs } from "./own-indexes.ts";
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

/** Empties the trash. Links, identifiers and notes go with their record. */
export const recordHousekeeping = [removeRows("records.trash", "records", "deleted_at < now() - interval '30 days'")];

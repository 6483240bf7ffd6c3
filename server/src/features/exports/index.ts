import { removeRows } from "../../platform/housekeeping.ts";

/**
 * Exports: the records of a type as a CSV file, for a person who has just shown their password, and for nobody else. Cells that a
 * spreadsheet would run are guarded; an import reads back exactly the values that were written.
 */
export { exportHandlers } from "./handlers.ts";
export { exportJobs } from "./jobs.ts";

/** A part holds up to a megabyte of text, so a batch is fewer of them. */
export const exportHousekeeping = [removeRows("exports.old_parts", "export_parts", "created_at < now() - interval '7 days'", 100)];

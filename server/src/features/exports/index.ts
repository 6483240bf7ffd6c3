/**
 * Exports: the records of a type as a CSV file, for a person who has just shown their password, and for nobody else. Cells that a
 * spreadsheet would run are guarded; an import reads back exactly the values that were written.
 */
export { exportHandlers } from "./handlers.ts";
export { exportJobs } from "./jobs.ts";

export const exportHousekeeping = "delete from export_parts where created_at < now() - interval '7 days'";

/**
 * Imports: files of records. A file comes in parts over ordinary calls, is tried as a whole before anything is written, then
 * saved in batches that each move the import's place in the file in their own transaction: a worker that dies anywhere leaves
 * every row done once or still to do. All batches are one operation, and it can be undone.
 */
export { importHandlers } from "./handlers.ts";
export { importJobs } from "./jobs.ts";

export const importHousekeeping = [
  "delete from import_parts where created_at < now() - interval '7 days'",
  "delete from import_keys where created_at < now() - interval '7 days'",
  "delete from import_errors where created_at < now() - interval '7 days'",
];

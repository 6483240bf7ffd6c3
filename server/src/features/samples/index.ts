/**
 * Samples: a believable year of records for a company that has none yet, to look around in. A load is one operation, so the log
 * knows exactly which records it made; removing takes those away and leaves what somebody has made their own.
 */
export { sampleHandlers } from "./handlers.ts";
export { sampleJobs } from "./jobs.ts";

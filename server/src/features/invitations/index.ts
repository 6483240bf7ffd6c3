/** Invitations: how people come into a company that exists. A link works once, for seven days, and only its hash is kept. */
export { invitationHandlers } from "./handlers.ts";
export { invitationJobs } from "./jobs.ts";

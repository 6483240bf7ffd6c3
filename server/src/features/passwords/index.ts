import { removeRows } from "../../platform/housekeeping.ts";

/**
 * Passwords: how they are kept, changed, and set anew with a link. A link works once, for 30 minutes, and only its hash
 * is stored. Where no mail is configured an Admin makes the link and hands it over.
 */
export { passwordHandlers } from "./handlers.ts";
export { passwordJobs } from "./jobs.ts";

export const passwordHousekeeping = [removeRows("passwords.expired_resets", "password_resets", "expires_at < now() - interval '1 day'")];

import { removeRows } from "../../platform/housekeeping.ts";

/**
 * Sessions: signing in to the web application and staying signed in. The cookie holds 256 random bits, the table their
 * hash; who it stands for is read on every call, so signing out, disabling and a new password count at once.
 */
export { createAttempts, type Attempts } from "./attempts.ts";
export { createSessionAuthenticator } from "./authenticate.ts";
export { sessionHandlers } from "./handlers.ts";
export { sessionRefused } from "./events.ts";
export { openSession } from "./open-session.ts";
export { whereFrom } from "./where-from.ts";
export { FIND_BY_TOKEN, findPassword, findUserByEmail, removeAll as endSessions, type FoundSession } from "./store.ts";

export const sessionHousekeeping = [removeRows("sessions.expired", "sessions", "created_at < now() - interval '30 days'")];

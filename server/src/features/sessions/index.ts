export { createAttempts, type Attempts } from "./attempts.ts";
export { createSessionAuthenticator, touchSession } from "./authenticate.ts";
export { sessionRefused } from "./events.ts";
export { openSession } from "./open-session.ts";
export { whereFrom } from "./where-from.ts";
export { FIND_BY_TOKEN, findPassword, findUserByEmail, isOpenedByLink, removeAll as endSessions, type FoundSession } from "./store.ts";

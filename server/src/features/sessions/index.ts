export type { Attempts } from "./attempts.ts";
export { createSessionAuthenticator, touchSession } from "./authenticate.ts";
export { openSession } from "./open-session.ts";
export { provePassword } from "./prove-password.ts";
export { FIND_BY_TOKEN, findUserByEmail, isOpenedByLink, removeAll as endSessions, type FoundSession } from "./store.ts";

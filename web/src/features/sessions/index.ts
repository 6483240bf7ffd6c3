/** Signing in, the password question before a sensitive step, and the list of open sessions. */
export { PasswordGate } from "./password-gate.tsx";
export { SessionList } from "./session-list.tsx";

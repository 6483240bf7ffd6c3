export { createKeyAuthenticator } from "./authenticate.ts";
export { storeKeyUsage, touchKey } from "./note-use.ts";
export { makeKey } from "./secret.ts";
export { FIND_BY_HASH, type FoundKey } from "./store.ts";
export { createKeyUsage } from "./usage.ts";

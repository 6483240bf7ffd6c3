import { removeRows } from "../../platform/housekeeping.ts";

/**
 * API keys: 64 characters that let a program act as its owner, no more and no less. Made and deleted in the web
 * application only, shown once, kept as a hash, and looked up with the owner's rights on every call.
 */
export { createKeyAuthenticator } from "./authenticate.ts";
export { keyHandlers } from "./handlers.ts";
export { makeKey } from "./secret.ts";
export { FIND_BY_HASH, type FoundKey } from "./store.ts";
export { createKeyUsage } from "./usage.ts";

export const keyHousekeeping = [removeRows("keys.old_usage", "key_usage", "day < current_date - 35")];

/** Companies: the tenant. Signing up makes one with its first Admin; everything else in the database belongs to one. */
export { companyCreated, companyUpdated } from "./events.ts";
export { companyHandlers } from "./handlers.ts";

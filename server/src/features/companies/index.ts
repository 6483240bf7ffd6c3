/** Companies: the tenant. Signing up makes one with its first Admin; everything else in the database belongs to one. */
export { companyHandlers } from "./handlers.ts";

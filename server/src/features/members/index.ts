/**
 * Members: the people of a company, their two roles, and who may still come in. The last working Admin can be neither
 * demoted nor disabled.
 */
export { actAs } from "./act-as.ts";
export { addMember } from "./add-member.ts";
export { memberHandlers } from "./handlers.ts";
export { findByEmail, findMember } from "./store.ts";

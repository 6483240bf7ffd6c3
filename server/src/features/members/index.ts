export { actAs } from "./act-as.ts";
export { addMember } from "./add-member.ts";
export { findByEmail, findMember } from "./store.ts";

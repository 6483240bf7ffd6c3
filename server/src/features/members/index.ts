export { actAs } from "./act-as.ts";
export { addMember, emailTaken } from "./add-member.ts";
export { namedIn } from "./mentions.ts";
export { findByEmail, findMember } from "./store.ts";
export { isVerified, setVerified } from "./verification-store.ts";

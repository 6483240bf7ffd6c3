/** Inviting people, and joining by a link. */
export { InvitationList } from "./invitation-list.tsx";

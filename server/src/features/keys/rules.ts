import type { Member } from "../../kernel/actor.ts";

/** Your own keys, and as an Admin everybody's. */
export const canDelete = (actor: Member, key: { owner: { id: string } }) => key.owner.id === actor.userId || actor.role === "admin";

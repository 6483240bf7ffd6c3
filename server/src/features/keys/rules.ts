import type { Member } from "../../kernel/actor.ts";

/** Your own keys; for an Admin all keys of the company. */
export const canDelete = (actor: Member, key: { owner: { id: string } }) => key.owner.id === actor.userId || actor.role === "admin";

const UNUSUAL_ROWS_LEAST = 10_000;
const UNUSUAL_TIMES = 10;

/** Far more than the key reads on an ordinary day, and enough to matter. */
export const isUnusual = (rows: number, mean: number) => rows >= UNUSUAL_ROWS_LEAST && rows > UNUSUAL_TIMES * mean;

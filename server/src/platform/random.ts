import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** A new row's id. Ordered by time, so new rows are next to each other in the index. */
export const newId = (): string => randomUUIDv7();

/** Ids in their order, for rows that are read in the order they are given here. Ids of one millisecond are in none by themselves. */
export const newIds = (count: number): string[] => Array.from({ length: count }, newId).sort();

/** 256 random bits for a link or a cookie. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database stores of a secret. The secret cannot be computed from it. */
export const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

import { createHash, randomBytes, randomUUIDv7 } from "node:crypto";

/** A new row's id. Time-ordered, so new rows land together in the index. */
export const newId = (): string => randomUUIDv7();

/** 256 random bits for a link or a cookie. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a secret: nothing that could be used. */
export const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

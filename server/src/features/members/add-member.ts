import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { insertMember } from "./store.ts";

interface NewMember {
  id: string;
  name: string;
  email: string;
  role: "admin" | "member";
  passwordHash: string;
  /** Whether the person came by a link that was mailed to the address. */
  isVerified: boolean;
}

/** The same for an address that has an account and one that is invited. */
export const emailTaken = () =>
  conflict("email_taken", "This address cannot be used for a new account. Sign in, use your invitation, or take another address.");

/** Adds a person to the company the call has entered. */
export async function addMember({ tx, clock }: Call, companyId: string, member: NewMember): Promise<void> {
  const { passwordHash, isVerified, ...row } = member;
  const now = clock.now();
  const verifiedAt = isVerified ? now : null;
  try {
    await insertMember(tx, companyId, {
      ...row,
      password_hash: passwordHash,
      email_verified_at: verifiedAt,
      disabled_at: null,
      created_at: now,
    });
  } catch (error) {
    if (isUniqueViolation(error, "users_email")) throw emailTaken();
    throw error;
  }
}

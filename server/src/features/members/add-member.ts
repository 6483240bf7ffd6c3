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
}

/** Adds a person to the company the call has entered. */
export async function addMember({ tx, clock }: Call, companyId: string, { passwordHash, ...member }: NewMember): Promise<void> {
  try {
    await insertMember(tx, companyId, { ...member, password_hash: passwordHash, disabled_at: null, created_at: clock.now() });
  } catch (error) {
    if (isUniqueViolation(error, "users_email"))
      throw conflict("email_taken", "This email already has an account. Sign in, or use another address.");
    throw error;
  }
}

import { statement, type Tx } from "../../kernel/database.ts";

interface ResetRow {
  company_id: string;
  id: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
}

const FIND_RESET = statement(
  "passwords.find_reset",
  "select company_id, id, user_id, expires_at, used_at from password_resets where token_hash = $1",
);

/** Runs before the company is known: the token determines it. */
export async function findReset(identity: Tx, tokenHash: Buffer): Promise<ResetRow | undefined> {
  const [row] = await identity.query<ResetRow>(FIND_RESET, [tokenHash]);
  return row;
}

export async function insertReset(
  tx: Tx,
  row: { companyId: string; id: string; userId: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    "insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)",
    [row.companyId, row.id, row.userId, row.tokenHash, row.now, row.expiresAt],
  );
}

/** Marks every open link of a user as used. Returns those that were unused. */
export async function useResets(tx: Tx, companyId: string, userId: string, now: Date): Promise<string[]> {
  const text = "update password_resets set used_at = $3 where company_id = $1 and user_id = $2 and used_at is null returning id";
  const rows = await tx.query<{ id: string }>(text, [companyId, userId, now]);
  return rows.map((row) => row.id);
}

export async function setPassword(tx: Tx, companyId: string, userId: string, passwordHash: string): Promise<void> {
  await tx.query("update users set password_hash = $3 where company_id = $1 and id = $2", [companyId, userId, passwordHash]);
}

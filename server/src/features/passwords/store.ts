import { statement, type Tx } from "../../kernel/database.ts";

interface ResetRow {
  company_id: string;
  id: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
  /** Who made it; null where it was mailed. */
  made_by: string | null;
  company_name: string;
}

const FIND_RESET = statement(
  "passwords.find_reset",
  `select r.company_id, r.id, r.user_id, r.expires_at, r.used_at, r.made_by, c.name as company_name
   from password_resets r join companies c on c.id = r.company_id where r.token_hash = $1`,
);

/** Runs before the company is known: the token determines it. */
export async function findReset(identity: Tx, tokenHash: Buffer): Promise<ResetRow | undefined> {
  const [row] = await identity.query<ResetRow>(FIND_RESET, [tokenHash]);
  return row;
}

export async function insertReset(
  tx: Tx,
  row: { companyId: string; id: string; userId: string; tokenHash: Buffer; madeBy: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    "insert into password_resets (company_id, id, user_id, token_hash, made_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)",
    [row.companyId, row.id, row.userId, row.tokenHash, row.madeBy, row.now, row.expiresAt],
  );
}

/** Of two mails at once the second waits, so that it counts the first one's link. */
export async function lockUser(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tx.query("select from users where company_id = $1 and id = $2 for no key update", [companyId, userId]);
}

export async function countMailedSince(tx: Tx, companyId: string, userId: string, since: Date): Promise<number> {
  const text = "select from password_resets where company_id = $1 and user_id = $2 and made_by is null and created_at > $3";
  return (await tx.query(text, [companyId, userId, since])).length;
}

export async function noteLink(tx: Tx, companyId: string, userId: string, madeBy: string, now: Date): Promise<void> {
  await tx.query("update users set link_made_by = $3, link_made_at = $4 where company_id = $1 and id = $2", [
    companyId,
    userId,
    madeBy,
    now,
  ]);
}

export async function hideLink(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tx.query("update users set link_made_by = null, link_made_at = null where company_id = $1 and id = $2", [companyId, userId]);
}

/** Marks every open link of a user as used. Returns those that were unused. */
export async function useResets(tx: Tx, companyId: string, userId: string, now: Date): Promise<string[]> {
  const text = "update password_resets set used_at = $3 where company_id = $1 and user_id = $2 and used_at is null returning id";
  const rows = await tx.query<{ id: string }>(text, [companyId, userId, now]);
  return rows.map((row) => row.id);
}

/** False: it is no longer the one that was proved. */
export async function replacePassword(tx: Tx, companyId: string, userId: string, proved: string, passwordHash: string): Promise<boolean> {
  const rows = await tx.query("update users set password_hash = $4 where company_id = $1 and id = $2 and password_hash = $3 returning 1", [
    companyId,
    userId,
    proved,
    passwordHash,
  ]);
  return rows.length > 0;
}

export async function setPassword(tx: Tx, companyId: string, userId: string, passwordHash: string): Promise<void> {
  await tx.query("update users set password_hash = $3 where company_id = $1 and id = $2", [companyId, userId, passwordHash]);
}

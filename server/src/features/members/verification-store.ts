import { statement, type Tx } from "../../kernel/database.ts";

interface NewVerification {
  companyId: string;
  id: string;
  userId: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

/** Locks the member, so that of two mails at once the second counts the first. */
export async function lockUnverified(tx: Tx, companyId: string, userId: string): Promise<{ email: string } | undefined> {
  const [row] = await tx.query<{ email: string }>(
    `select email from users where company_id = $1 and id = $2 and email_verified_at is null and disabled_at is null for no key update`,
    [companyId, userId],
  );
  return row;
}

export async function countSince(tx: Tx, companyId: string, userId: string, since: Date): Promise<number> {
  const rows = await tx.query("select from email_verifications where company_id = $1 and user_id = $2 and created_at > $3", [
    companyId,
    userId,
    since,
  ]);
  return rows.length;
}

export async function insert(tx: Tx, row: NewVerification): Promise<void> {
  await tx.query(
    "insert into email_verifications (company_id, id, user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)",
    [row.companyId, row.id, row.userId, row.tokenHash, row.now, row.expiresAt],
  );
}

interface FoundVerification {
  company_id: string;
  id: string;
  user_id: string;
}

const FIND_BY_TOKEN = statement(
  "verifications.find_by_token",
  "select company_id, id, user_id from email_verifications where token_hash = $1 and used_at is null and expires_at >= $2",
);

/** Runs before the company is known: the token determines it. */
export async function findByToken(identity: Tx, tokenHash: Buffer, now: Date): Promise<FoundVerification | undefined> {
  const [row] = await identity.query<FoundVerification>(FIND_BY_TOKEN, [tokenHash, now]);
  return row;
}

export async function use(tx: Tx, companyId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    "update email_verifications set used_at = $3 where company_id = $1 and id = $2 and used_at is null returning id",
    [companyId, id, now],
  );
  return rows.length > 0;
}

/** Mail to this address arrives. An address that was verified before keeps its time. */
export async function setVerified(
  tx: Tx,
  companyId: string,
  userId: string,
  now: Date,
): Promise<{ name: string; email: string } | undefined> {
  const [row] = await tx.query<{ name: string; email: string }>(
    `update users set email_verified_at = coalesce(email_verified_at, $3)
     where company_id = $1 and id = $2 and disabled_at is null returning name, email`,
    [companyId, userId, now],
  );
  return row;
}

export async function isVerified(tx: Tx, companyId: string, userId: string): Promise<boolean> {
  const rows = await tx.query("select from users where company_id = $1 and id = $2 and email_verified_at is not null", [companyId, userId]);
  return rows.length > 0;
}

interface Notices {
  is_verified: boolean;
  link_made_at: Date | null;
  link_made_by: string | null;
}

export async function findNotices(tx: Tx, companyId: string, userId: string): Promise<Notices | undefined> {
  const [row] = await tx.query<Notices>(
    `select u.email_verified_at is not null as is_verified, u.link_made_at, maker.name as link_made_by
     from users u left join users maker on maker.company_id = u.company_id and maker.id = u.link_made_by
     where u.company_id = $1 and u.id = $2`,
    [companyId, userId],
  );
  return row;
}

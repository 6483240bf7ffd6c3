import { statement, type Tx } from "../../kernel/database.ts";

interface SignUpRow {
  companyId: string;
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
  expiresAt: Date;
}

export async function insert(tx: Tx, row: SignUpRow): Promise<void> {
  await tx.query(
    "insert into sign_ups (company_id, id, email, name, password_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)",
    [row.companyId, row.id, row.email, row.name, row.passwordHash, row.now, row.expiresAt],
  );
}

export interface WaitingRow {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: Date;
}

/** Locks it: of two at once the second waits, and finds it gone. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<WaitingRow | undefined> {
  const [row] = await tx.query<WaitingRow>(
    "select id, email, name, password_hash, created_at from sign_ups where company_id = $1 and id = $2 for update",
    [companyId, id],
  );
  return row;
}

/** How many sign-ups named this address before this one, over all companies. */
export async function countEarlier(identity: Tx, { email, created_at: createdAt, id }: WaitingRow, since: Date): Promise<number> {
  const text = "select from sign_ups where email = $1 and created_at > $2 and (created_at, id) < ($3, $4)";
  return (await identity.query(text, [email, since, createdAt, id])).length;
}

export async function setToken(tx: Tx, companyId: string, id: string, tokenHash: Buffer): Promise<void> {
  await tx.query("update sign_ups set token_hash = $3 where company_id = $1 and id = $2", [companyId, id, tokenHash]);
}

const FIND_BY_TOKEN = statement(
  "sign_ups.find_by_token",
  "select company_id, id, email from sign_ups where token_hash = $1 and expires_at >= $2",
);

/** Runs before the company is known: the token determines it. */
export async function findByToken(identity: Tx, tokenHash: Buffer, now: Date) {
  const [row] = await identity.query<{ company_id: string; id: string; email: string }>(FIND_BY_TOKEN, [tokenHash, now]);
  return row;
}

/** Ends the waiting. Returns the company's name. */
export async function finish(tx: Tx, companyId: string, id: string): Promise<string> {
  await tx.query("delete from sign_ups where company_id = $1 and id = $2", [companyId, id]);
  const [company] = await tx.query<{ name: string }>("update companies set is_waiting = false where id = $1 returning name", [companyId]);
  return company?.name ?? "";
}

/** Whether someone waits for this address to join them. */
export async function isInvited(identity: Tx, email: string, now: Date): Promise<boolean> {
  const text = "select from invitations where email = $1 and accepted_at is null and revoked_at is null and expires_at >= $2 limit 1";
  return (await identity.query(text, [email, now])).length > 0;
}

export async function hasCompany(identity: Tx): Promise<boolean> {
  return (await identity.query("select from users limit 1")).length > 0;
}

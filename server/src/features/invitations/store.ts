import { statement, type Tx } from "../../kernel/database.ts";
import { notFound } from "../../kernel/errors.ts";
import { lockKey } from "../../platform/postgres/lock-spaces.ts";

export interface InvitationRow {
  id: string;
  email: string;
  role: "admin" | "member";
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

const COLUMNS = "id, email, role, invited_by, created_at, expires_at";
const OPEN = "accepted_at is null and revoked_at is null";

export async function insert(tx: Tx, companyId: string, row: InvitationRow): Promise<void> {
  await tx.query(
    "insert into invitations (company_id, id, email, role, invited_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)",
    [companyId, row.id, row.email, row.role, row.invited_by, row.created_at, row.expires_at],
  );
}

/** Removes an expired invitation, so that a new one can be created. */
export async function revokeExpired(tx: Tx, companyId: string, email: string, now: Date): Promise<void> {
  await tx.query(`update invitations set revoked_at = $3 where company_id = $1 and email = $2 and ${OPEN} and expires_at < $3`, [
    companyId,
    email,
    now,
  ]);
}

export async function listOpen(tx: Tx, companyId: string): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(
    `select ${COLUMNS} from invitations where company_id = $1 and ${OPEN} order by created_at desc, id limit 500`,
    [companyId],
  );
}

export async function findOpen(tx: Tx, companyId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx.query<InvitationRow>(
    `select ${COLUMNS} from invitations where company_id = $1 and id = $2 and ${OPEN} for update`,
    [companyId, id],
  );
  return row;
}

export async function setToken(
  tx: Tx,
  companyId: string,
  id: string,
  tokenHash: Buffer,
  expiresAt: Date,
  isMailed: boolean,
): Promise<void> {
  await tx.query("update invitations set token_hash = $3, expires_at = $4, is_mailed = $5 where company_id = $1 and id = $2", [
    companyId,
    id,
    tokenHash,
    expiresAt,
    isMailed,
  ]);
}

interface Counted {
  count: number;
  /** The oldest of them. */
  first: Date | null;
}

const COUNT = "select count(*)::int as count, min(created_at) as first from invitations";

export async function countSince(tx: Tx, companyId: string, since: Date): Promise<Counted> {
  const [row] = await tx.query<Counted>(`${COUNT} where company_id = $1 and created_at > $2`, [companyId, since]);
  return row ?? { count: 0, first: null };
}

/** Over all companies: to whom it comes it makes no difference who sends it. */
export async function countToAddress(identity: Tx, email: string, since: Date): Promise<Counted> {
  const [row] = await identity.query<Counted>(`${COUNT} where email = $1 and created_at > $2`, [email, since]);
  return row ?? { count: 0, first: null };
}

/** Of two companies that invite an address at once the second waits, so that it counts the first one's invitation. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockKey("invited address", "$1")})`, [email]);
}

/** Locks the company, and says when it was signed up. */
export async function lockCompany(tx: Tx, companyId: string): Promise<Date> {
  const [row] = await tx.query<{ created_at: Date }>("select created_at from companies where id = $1 for no key update", [companyId]);
  if (!row) throw notFound("Company");
  return row.created_at;
}

export async function close(tx: Tx, companyId: string, id: string, how: "accepted_at" | "revoked_at", now: Date): Promise<boolean> {
  const rows = await tx.query(`update invitations set ${how} = $3 where company_id = $1 and id = $2 and ${OPEN} returning id`, [
    companyId,
    id,
    now,
  ]);
  return rows.length > 0;
}

interface OfferedRow {
  company_id: string;
  id: string;
  email: string;
  role: "admin" | "member";
  company_name: string;
  is_mailed: boolean;
}

const FIND_BY_TOKEN = statement(
  "invitations.find_by_token",
  `select i.company_id, i.id, i.email, i.role, i.is_mailed, c.name as company_name
   from invitations i join companies c on c.id = i.company_id
   where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at >= $2`,
);

/** Runs before the company is known: the token determines it. */
export async function findByToken(identity: Tx, tokenHash: Buffer, now: Date): Promise<OfferedRow | undefined> {
  const [row] = await identity.query<OfferedRow>(FIND_BY_TOKEN, [tokenHash, now]);
  return row;
}

export async function companyName(tx: Tx, companyId: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>("select name from companies where id = $1", [companyId]);
  return row?.name ?? "";
}

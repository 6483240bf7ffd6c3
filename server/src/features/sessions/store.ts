import { statement, type Tx } from "../../kernel/database.ts";

export interface SessionRow {
  id: string;
  client: string | null;
  ip: string | null;
  created_at: Date;
  last_seen_at: Date;
  link_by: string | null;
}

interface NewSession {
  companyId: string;
  id: string;
  userId: string;
  tokenHash: Buffer;
  client: string | null;
  ip: string | null;
  /** Who made the password link that opened it. */
  linkBy: string | null;
  now: Date;
}

/** Locks the user: of two sign-ins at once the second waits, so that it counts the first one's session. */
export async function lockUser(tx: Tx, companyId: string, userId: string): Promise<void> {
  await tx.query("select from users where company_id = $1 and id = $2 for no key update", [companyId, userId]);
}

export async function insert(tx: Tx, row: NewSession): Promise<void> {
  await tx.query(
    `insert into sessions (company_id, id, user_id, token_hash, password_at, client, ip, link_by, created_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $5, $5)`,
    [row.companyId, row.id, row.userId, row.tokenHash, row.now, row.client, row.ip, row.linkBy],
  );
}

export async function list(tx: Tx, companyId: string, userId: string): Promise<SessionRow[]> {
  return tx.query<SessionRow>(
    `select s.id, s.client, s.ip, s.created_at, s.last_seen_at, u.name as link_by
     from sessions s left join users u on u.company_id = s.company_id and u.id = s.link_by
     where s.company_id = $1 and s.user_id = $2 order by s.last_seen_at desc, s.id`,
    [companyId, userId],
  );
}

export async function removeBeyond(tx: Tx, companyId: string, userId: string, most: number): Promise<void> {
  await tx.query(
    `delete from sessions where company_id = $1 and id in
       (select id from sessions where company_id = $1 and user_id = $2 order by last_seen_at desc, id offset $3)`,
    [companyId, userId, most],
  );
}

export async function remove(tx: Tx, companyId: string, userId: string, id: string): Promise<boolean> {
  const rows = await tx.query("delete from sessions where company_id = $1 and user_id = $2 and id = $3 returning id", [
    companyId,
    userId,
    id,
  ]);
  return rows.length > 0;
}

/** Ends every session of a user except the given one. */
export async function removeAll(tx: Tx, companyId: string, userId: string, except?: string): Promise<void> {
  await tx.query("delete from sessions where company_id = $1 and user_id = $2 and id is distinct from $3", [
    companyId,
    userId,
    except ?? null,
  ]);
}

/** Whether a password link that someone else made opened this session. */
export async function isOpenedByLink(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const rows = await tx.query("select from sessions where company_id = $1 and id = $2 and link_by is not null", [companyId, id]);
  return rows.length > 0;
}

export async function confirmPassword(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  await tx.query("update sessions set password_at = $3 where company_id = $1 and id = $2", [companyId, id, now]);
}

export async function touch(tx: Tx, companyId: string, id: string, ip: string | null, now: Date): Promise<void> {
  await tx.query("update sessions set last_seen_at = $4, ip = coalesce($3, ip) where company_id = $1 and id = $2", [
    companyId,
    id,
    ip,
    now,
  ]);
}

export interface FoundSession {
  position: string;
  id: string;
  company_id: string;
  user_id: string;
  password_at: Date;
  created_at: Date;
  last_seen_at: Date;
  user_name: string;
  email: string;
  role: "admin" | "member";
  disabled_at: Date | null;
  company_name: string;
  time_zone: string;
  schema_version: number;
}

export const FIND_BY_TOKEN = statement(
  "sessions.find_by_token",
  `select asked.position, s.id, s.company_id, s.user_id, s.password_at, s.created_at, s.last_seen_at,
     u.name as user_name, u.email, u.role, u.disabled_at, c.name as company_name, c.time_zone, c.schema_version
   from unnest($1::bytea[]) with ordinality as asked (hash, position)
   join sessions s on s.token_hash = asked.hash
   join users u on u.company_id = s.company_id and u.id = s.user_id
   join companies c on c.id = s.company_id`,
);

interface SigningIn {
  company_id: string;
  id: string;
  name: string;
  password_hash: string;
  disabled_at: Date | null;
}

const FIND_BY_EMAIL = statement(
  "sessions.find_by_email",
  "select company_id, id, name, password_hash, disabled_at from users where email = $1",
);

/** Runs before the company is known: the email address determines it. */
export async function findUserByEmail(identity: Tx, email: string): Promise<SigningIn | undefined> {
  const [user] = await identity.query<SigningIn>(FIND_BY_EMAIL, [email]);
  return user;
}

export async function findPassword(tx: Tx, companyId: string, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ password_hash: string }>("select password_hash from users where company_id = $1 and id = $2", [
    companyId,
    userId,
  ]);
  return row?.password_hash;
}

import { statement, type Tx } from "../../kernel/database.ts";

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: "admin" | "member";
  disabled_at: Date | null;
  created_at: Date;
}

const COLUMNS = "id, name, email, role, disabled_at, created_at";

const FIND = statement("members.find", `select ${COLUMNS} from users where company_id = $1 and id = $2`);
const LIST = statement(
  "members.list",
  `select ${COLUMNS} from users
   where company_id = $1
     and ($2::text is null or position(lower($2) in lower(name)) > 0 or position(lower($2) in email) > 0)
     and ($3::uuid is null or (lower(name), id) > (select lower(name), id from users where company_id = $1 and id = $3))
   order by lower(name), id limit $4`,
);

export async function findMember(tx: Tx, companyId: string, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx.query<MemberRow>(FIND, [companyId, id]);
  return row;
}

/** Locks the member until the change is written, so that it does not overwrite another change with an older role or name. */
export async function findForUpdate(tx: Tx, companyId: string, by: "id" | "email", value: string): Promise<MemberRow | undefined> {
  const text = `select ${COLUMNS} from users where company_id = $1 and ${by} = $2 for no key update`;
  const [row] = await tx.query<MemberRow>(text, [companyId, value]);
  return row;
}

export async function findByEmail(tx: Tx, companyId: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await tx.query<MemberRow>(`select ${COLUMNS} from users where company_id = $1 and email = $2`, [companyId, email]);
  return row;
}

export async function list(
  tx: Tx,
  companyId: string,
  search: string | undefined,
  after: string | undefined,
  limit: number,
): Promise<MemberRow[]> {
  return tx.query<MemberRow>(LIST, [companyId, search || null, after ?? null, limit]);
}

/** Locks the company's active Admins, so that the last two cannot both be demoted at once. */
export async function lockAdmins(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select id from users where company_id = $1 and role = 'admin' and disabled_at is null order by id for no key update",
    [companyId],
  );
  return rows.map((row) => row.id);
}

export async function update(tx: Tx, companyId: string, row: Pick<MemberRow, "id" | "name" | "role" | "disabled_at">): Promise<void> {
  await tx.query("update users set name = $3, role = $4, disabled_at = $5 where company_id = $1 and id = $2", [
    companyId,
    row.id,
    row.name,
    row.role,
    row.disabled_at,
  ]);
}

interface NewMemberRow extends MemberRow {
  password_hash: string;
  email_verified_at: Date | null;
}

export async function insertMember(tx: Tx, companyId: string, row: NewMemberRow): Promise<void> {
  await tx.query(
    `insert into users (company_id, id, email, name, role, password_hash, email_verified_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, row.id, row.email, row.name, row.role, row.password_hash, row.email_verified_at, row.created_at],
  );
}

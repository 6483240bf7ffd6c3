import { statement, type Tx } from "../../../kernel/database.ts";
import { lockKey } from "../../../platform/postgres/lock-spaces.ts";

interface NewOptIn {
  id: string;
  submission_id: string;
  email: string;
}

const INSERT = statement(
  "leads.insert_opt_ins",
  `insert into lead_opt_ins (company_id, id, submission_id, email, created_at, expires_at)
   select $1, o.id, o.submission_id, o.email, $3, $4 from jsonb_to_recordset($2::jsonb) as o (id uuid, submission_id uuid, email text)
   on conflict (company_id, submission_id) do nothing returning id`,
);
/** Answers the ids of the new ones: a submission is asked once, however often it is released. */
export async function insert(tx: Tx, companyId: string, rows: NewOptIn[], now: Date, expiresAt: Date): Promise<string[]> {
  return (await tx.query<{ id: string }>(INSERT, [companyId, JSON.stringify(rows), now, expiresAt])).map((row) => row.id);
}

interface Unsent {
  email: string;
  company_name: string;
  public_id: string;
}

const LOCK_UNSENT = statement(
  "leads.lock_unsent",
  `select o.email, c.name as company_name, f.public_id from lead_opt_ins o join companies c on c.id = o.company_id
   join lead_submissions s on s.company_id = o.company_id and s.id = o.submission_id
   join lead_sources f on f.company_id = s.company_id and f.id = s.source_id
   where o.company_id = $1 and o.id = $2 and o.sent_at is null and o.confirmed_at is null for no key update of o`,
);
export const lockUnsent = async (tx: Tx, companyId: string, id: string): Promise<Unsent | undefined> =>
  (await tx.query<Unsent>(LOCK_UNSENT, [companyId, id]))[0];

/** Of two mails to one address at once the second waits, so that it counts the first, whichever company sends it. */
export const lockAddress = (tx: Tx, email: string) =>
  tx.query(`select pg_advisory_xact_lock(${lockKey("confirmed address", "$1")})`, [email]);

const COUNT_SENT = statement(
  "leads.count_opt_ins",
  "select count(*)::int as count from lead_opt_ins where email = $1 and created_at > $3 and sent_at > $2",
);
/** Over all companies: to whom they come it makes no difference who sends them. */
export async function countSent(identity: Tx, email: string, since: Date, createdSince: Date): Promise<number> {
  return (await identity.query<{ count: number }>(COUNT_SENT, [email, since, createdSince]))[0]?.count ?? 0;
}

export const setSent = (tx: Tx, companyId: string, id: string, tokenHash: Buffer | null, sentAt: Date | null, expiresAt: Date) =>
  tx.query(
    `update lead_opt_ins set token_hash = $3, sent_at = $4, expires_at = $5
     where company_id = $1 and id = $2 and confirmed_at is null`,
    [companyId, id, tokenHash, sentAt, expiresAt],
  );

interface Confirmed {
  lead_id: string;
  title: string;
}

const CONFIRM = statement(
  "leads.confirm_opt_in",
  `with confirmed as (
     update lead_opt_ins set confirmed_at = $3 where company_id = $1 and id = $2 and confirmed_at is null and expires_at > $3
     returning company_id, submission_id
   )
   select s.lead_id, r.title from confirmed c join lead_submissions s on s.company_id = c.company_id and s.id = c.submission_id
   left join records r on r.company_id = s.company_id and r.id = s.lead_id`,
);
export const confirm = async (tx: Tx, companyId: string, id: string, now: Date): Promise<Confirmed | undefined> =>
  (await tx.query<Confirmed>(CONFIRM, [companyId, id, now]))[0];

export interface FoundOptIn {
  company_id: string;
  id: string;
  company_name: string;
  expires_at: Date;
  confirmed_at: Date | null;
}

const FIND = statement(
  "leads.find_opt_in",
  `select o.company_id, o.id, c.name as company_name, o.expires_at, o.confirmed_at
   from lead_opt_ins o join companies c on c.id = o.company_id where o.token_hash = $1`,
);
/** Runs before the company is known: the token determines it. */
export const findByToken = async (identity: Tx, tokenHash: Buffer): Promise<FoundOptIn | undefined> =>
  (await identity.query<FoundOptIn>(FIND, [tokenHash]))[0];

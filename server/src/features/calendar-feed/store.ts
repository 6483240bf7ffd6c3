import { statement, type Tx } from "../../kernel/database.ts";

interface FeedRow {
  created_at: Date;
  last_read_at: Date | null;
}

const FIND = statement("calendar_feed.find", "select created_at, last_read_at from calendar_feeds where company_id = $1 and user_id = $2");
export const find = async (tx: Tx, companyId: string, userId: string): Promise<FeedRow | undefined> =>
  (await tx.query<FeedRow>(FIND, [companyId, userId]))[0];

const REPLACE = statement(
  "calendar_feed.replace",
  `insert into calendar_feeds (company_id, user_id, token_hash, created_at) values ($1, $2, $3, $4)
   on conflict (company_id, user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null`,
);
export const replace = (tx: Tx, companyId: string, userId: string, tokenHash: Buffer, now: Date) =>
  tx.query(REPLACE, [companyId, userId, tokenHash, now]);

const REMOVE = statement("calendar_feed.remove", "delete from calendar_feeds where company_id = $1 and user_id = $2 returning user_id");
export const remove = async (tx: Tx, companyId: string, userId: string): Promise<boolean> =>
  (await tx.query(REMOVE, [companyId, userId])).length > 0;

const TOUCH = statement("calendar_feed.touch", "update calendar_feeds set last_read_at = $3 where company_id = $1 and user_id = $2");
export const touch = (tx: Tx, companyId: string, userId: string, now: Date) => tx.query(TOUCH, [companyId, userId, now]);

export interface FoundFeed {
  company_id: string;
  user_id: string;
  last_read_at: Date | null;
}

// Of a disabled member no row is found, as of an unknown address.
const FIND_BY_TOKEN = statement(
  "calendar_feed.find_by_token",
  `select f.company_id, f.user_id, f.last_read_at from calendar_feeds f
   join users u on u.company_id = f.company_id and u.id = f.user_id and u.disabled_at is null where f.token_hash = $1`,
);
/** Runs before the company is known: the token determines it. */
export const findByToken = async (identity: Tx, tokenHash: Buffer): Promise<FoundFeed | undefined> =>
  (await identity.query<FoundFeed>(FIND_BY_TOKEN, [tokenHash]))[0];

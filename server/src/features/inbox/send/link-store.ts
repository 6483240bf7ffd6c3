import { statement, type Tx } from "../../../kernel/database.ts";
import type { ChannelKind } from "./addresses.ts";

export interface NewLink {
  tokenHash: Buffer;
  kind: ChannelKind;
  address: string;
  messageId: string;
  now: Date;
}

const INSERT = statement(
  "inbox.insert_link",
  "insert into unsubscribe_links (company_id, token_hash, kind, address, message_id, created_at) values ($1, $2, $3, $4, $5, $6)",
);
export const insertLink = (tx: Tx, companyId: string, { tokenHash, kind, address, messageId, now }: NewLink) =>
  tx.query(INSERT, [companyId, tokenHash, kind, address, messageId, now]);

export interface FoundLink {
  company_id: string;
  company_name: string;
  used_at: Date | null;
}

const FIND = statement(
  "inbox.find_link",
  `select l.company_id, c.name as company_name, l.used_at from unsubscribe_links l join companies c on c.id = l.company_id where l.token_hash = $1`,
);
/** Runs before the company is known: the token determines it. */
export const findLink = async (identity: Tx, tokenHash: Buffer): Promise<FoundLink | undefined> =>
  (await identity.query<FoundLink>(FIND, [tokenHash]))[0];

const TAKE = statement(
  "inbox.use_link",
  `update unsubscribe_links set used_at = $3 where company_id = $1 and token_hash = $2 returning kind, address, message_id`,
);
/** Whose link it is. An old one works again: somebody may have agreed once more since. */
export const useLink = async (tx: Tx, companyId: string, tokenHash: Buffer, now: Date) =>
  (await tx.query<{ kind: ChannelKind; address: string; message_id: string }>(TAKE, [companyId, tokenHash, now]))[0];

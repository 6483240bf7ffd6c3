import type { Tx } from "../../../kernel/database.ts";

export interface DraftContent {
  text: string;
  to: string;
  cc: string;
  subject: string;
}

export interface DraftRow {
  id: string;
  content: DraftContent;
  seen_message_id: string | null;
  updated_at: Date;
}

const COLUMNS = "id, content, seen_message_id, updated_at";

export async function find(tx: Tx, companyId: string, userId: string, conversationId: string): Promise<DraftRow | undefined> {
  const [row] = await tx.query<DraftRow>(
    `select ${COLUMNS} from message_drafts where company_id = $1 and user_id = $2 and conversation_id = $3`,
    [companyId, userId, conversationId],
  );
  return row;
}

interface NewDraft extends DraftRow {
  userId: string;
  conversationId: string;
}

/** One for each member and conversation: the last that was saved. */
export async function save(tx: Tx, companyId: string, draft: NewDraft): Promise<DraftRow | undefined> {
  const [row] = await tx.query<DraftRow>(
    `insert into message_drafts (company_id, id, user_id, conversation_id, content, seen_message_id, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (company_id, user_id, conversation_id)
     do update set content = excluded.content, seen_message_id = excluded.seen_message_id, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [companyId, draft.id, draft.userId, draft.conversationId, JSON.stringify(draft.content), draft.seen_message_id, draft.updated_at],
  );
  return row;
}

export const remove = (tx: Tx, companyId: string, userId: string, conversationId: string) =>
  tx.query("delete from message_drafts where company_id = $1 and user_id = $2 and conversation_id = $3", [
    companyId,
    userId,
    conversationId,
  ]);

/** Which of these drafts are this member's own. */
export async function ownedBy(tx: Tx, companyId: string, userId: string, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select id from message_drafts where company_id = $1 and user_id = $2 and id = any($3::uuid[])",
    [companyId, userId, ids],
  );
  return rows.map(({ id }) => id);
}

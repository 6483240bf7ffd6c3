import type { Tx } from "../../../kernel/database.ts";

/** The messages of one conversation go into another, and remember where they were. */
export async function moveAll(tx: Tx, companyId: string, from: string, into: string): Promise<void> {
  await tx.query(
    `update messages set conversation_id = $3, merged_from = coalesce(merged_from, $2) where company_id = $1 and conversation_id = $2`,
    [companyId, from, into],
  );
  await tx.query("update message_ids set conversation_id = $3 where company_id = $1 and conversation_id = $2", [companyId, from, into]);
  await tx.query(
    `insert into conversation_records (company_id, record_id, conversation_id)
     select company_id, record_id, $3 from conversation_records where company_id = $1 and conversation_id = $2 on conflict do nothing`,
    [companyId, from, into],
  );
}

/** The messages that a merge brought go back. */
export async function moveBack(tx: Tx, companyId: string, from: string, into: string): Promise<void> {
  const moved = await tx.query<{ id: string }>(
    `update messages set conversation_id = $2, merged_from = null
     where company_id = $1 and conversation_id = $3 and merged_from = $2 returning id`,
    [companyId, from, into],
  );
  await retarget(tx, companyId, moved, from);
}

/** Some messages of a conversation go into another. Returns how many. */
export async function moveSome(tx: Tx, companyId: string, from: string, messages: string[], into: string): Promise<number> {
  const moved = await tx.query<{ id: string }>(
    `update messages set conversation_id = $4, merged_from = null where company_id = $1 and conversation_id = $2 and id = any($3::uuid[]) returning id`,
    [companyId, from, messages, into],
  );
  await retarget(tx, companyId, moved, into);
  return moved.length;
}

const retarget = (tx: Tx, companyId: string, moved: { id: string }[], into: string) =>
  tx.query("update message_ids set conversation_id = $3 where company_id = $1 and message_id = any($2::uuid[])", [
    companyId,
    moved.map(({ id }) => id),
    into,
  ]);

export const setMergedInto = (tx: Tx, companyId: string, id: string, into: string | null) =>
  tx.query("update conversations set merged_into = $3, version = version + 1 where company_id = $1 and id = $2", [companyId, id, into]);

/** When the answer is due, and the due time that was announced as passed. */
export interface ClockTimes {
  due_at: Date | null;
  overdue_at: Date | null;
}

export const setClock = (tx: Tx, companyId: string, id: string, clock: ClockTimes) =>
  tx.query("update conversations set due_at = $3, overdue_at = $4 where company_id = $1 and id = $2", [
    companyId,
    id,
    clock.due_at,
    clock.overdue_at,
  ]);

/** What a conversation's line in the list says, read again from its messages. Nobody waits for an answer of a machine, nor less because of one. */
export const refresh = (tx: Tx, companyId: string, ids: string[]) =>
  tx.query<ClockTimes>(
    `update conversations c set message_count = (select count(*)::int from messages m
         where m.company_id = $1 and m.conversation_id = c.id and m.state not in ('draft', 'cancelled')),
       last_message_id = last.id, last_at = coalesce(last.at, c.last_at), preview = coalesce(last.preview, ''),
       waits_for = coalesce(said.waits_for, c.waits_for), due_at = case when said.waits_for = 'them' then null else c.due_at end,
       version = c.version + 1
     from unnest($2::uuid[]) as wanted (id) left join lateral (
       select m.id, m.at, left(m.text, 200) as preview from messages m where m.company_id = $1 and m.conversation_id = wanted.id
         and m.direction <> 'note' and m.state not in ('draft', 'cancelled') and (m.direction = 'in' or m.kind = 'mail')
       order by m.at desc, m.id desc limit 1
     ) as last on true left join lateral (
       select case when m.direction = 'in' or m.state in ('failed', 'unknown') then 'us' else 'them' end as waits_for
       from messages m where m.company_id = $1 and m.conversation_id = wanted.id
         and m.direction <> 'note' and m.state not in ('draft', 'cancelled') and m.kind = 'mail'
       order by m.at desc, m.id desc limit 1
     ) as said on true
     where c.company_id = $1 and c.id = wanted.id returning c.due_at, c.overdue_at`,
    [companyId, ids],
  );

/** A conversation beside another one, which has its settings and none of its messages yet. */
export const addBeside = (tx: Tx, companyId: string, id: string, origin: string, subject: string, now: Date) =>
  tx.query(
    `insert into conversations (company_id, id, channel_id, subject, assignee_id, contact_id, tags, is_shared, waits_for, last_at, split_from, created_at)
     select company_id, $3, channel_id, $4, assignee_id, contact_id, tags, is_shared, waits_for, last_at, id, $5
     from conversations where company_id = $1 and id = $2`,
    [companyId, origin, id, subject, now],
  );

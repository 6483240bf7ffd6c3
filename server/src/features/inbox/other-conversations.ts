import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement } from "../../kernel/database.ts";
import type { ConversationRow } from "./conversation-store.ts";
import { presentConversations } from "./present.ts";
import { phraseQuery } from "./query/words.ts";
import type { Sight } from "./sight.ts";

/** So many are counted. */
const MAX_OTHERS = 100;
/** So many messages of an address are looked at. Who has more of them is among the contacts, and those have an index. */
const MAX_MESSAGES = 2_000;

interface OtherRow {
  id: string;
  count: number;
  first_reply_seconds: number | null;
}

// By the index of contacts, and by that of words, which has the addresses too: a message's sender has no index of its own.
const OTHERS = statement(
  "inbox.others",
  `with written as materialized (
     select m.id, m.conversation_id from company_messages m
     where m.company_id = $1 and m.direction = 'in' and m.words @@ $4::tsquery limit ${MAX_MESSAGES}
   ), wanted as (
     (select c.id from conversations c where c.company_id = $1 and c.contact_id = $3 and c.merged_into is null and c.state <> 'spam'
        and (c.channel_id = any($6::uuid[]) or c.is_shared) and c.id <> $2
      order by c.last_at desc limit ${MAX_OTHERS})
     union
     select w.conversation_id from written w join messages m on m.company_id = $1 and m.id = w.id
     join conversations c on c.company_id = $1 and c.id = w.conversation_id
     where lower(m.sender ->> 'address') = lower($5) and (m.channel_id = any($6::uuid[]) or c.is_shared)
   ), seen as materialized (
     select c.id, c.last_at from wanted w join conversations c on c.company_id = $1 and c.id = w.id
     where c.id <> $2 and c.merged_into is null and c.state <> 'spam' and (c.channel_id = any($6::uuid[]) or c.is_shared)
     order by c.last_at desc, c.id desc limit ${MAX_OTHERS}
   ), shown as (select id, last_at from seen order by last_at desc, id desc limit $7)
   select shown.id, (select count(*) from seen)::int as count, extract(epoch from reply.at - asked.at)::int as first_reply_seconds
   from shown
   left join lateral (select m.at from messages m where m.company_id = $1 and m.conversation_id = shown.id and m.direction = 'in'
     order by m.at, m.id limit 1) asked on true
   left join lateral (select m.at from messages m where m.company_id = $1 and m.conversation_id = shown.id and m.direction = 'out'
     and m.kind = 'mail' and m.state in ('sent', 'delivered', 'read') and m.at >= asked.at order by m.at, m.id limit 1) reply on true
   order by shown.last_at desc, shown.id desc`,
);

/** The latest other conversations with whoever this one is with, as far as the caller sees them: by the contact, and by the address. */
export async function otherConversations(call: Call<Member>, sight: Sight, row: ConversationRow, limit: number) {
  const { tx, actor } = call;
  const [{ from } = { from: null }] = await presentConversations(call, [row.id]);
  const address = from?.address ?? "";
  const values = [actor.companyId, row.id, row.contact_id, phraseQuery(address) ?? null, address, sight.ids, limit];
  const found = await tx.query<OtherRow>(OTHERS, values);
  const shown = await presentConversations(
    call,
    found.map(({ id }) => id),
  );
  return {
    items: shown.flatMap((conversation, at) => {
      const { first_reply_seconds = null } = found[at] ?? {};
      return [{ conversation, first_reply_seconds }];
    }),
    count: found[0]?.count ?? 0,
  };
}

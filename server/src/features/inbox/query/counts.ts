import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import type { Sight } from "../sight.ts";

const MAX_COUNTED = 20_000;
// They only grow: it is said how many there are while they are few.
const MAX_CLOSED = 1_000;

interface ChannelCounts {
  channel_id: string;
  n: number;
  open: number;
  to_answer: number;
  mine: number;
  mine_open: number;
  unassigned: number;
  snoozed: number;
  overdue: number;
}

// With a limit of its own each channel is read through its index, conversations_waiting, which has what is counted: its rows lie far from
// each other in the table (bench:conversations). Without, PostgreSQL reads all conversations of the company.
const COUNT = statement(
  "inbox.counts",
  `select channel_id, count(*)::int as n, (count(*) filter (where state = 'open'))::int as open,
     (count(*) filter (where state = 'open' and waits_for = 'us'))::int as to_answer,
     (count(*) filter (where state = 'open' and waits_for = 'us' and assignee_id = $3))::int as mine,
     (count(*) filter (where state = 'open' and assignee_id = $3))::int as mine_open,
     (count(*) filter (where state = 'open' and assignee_id is null))::int as unassigned,
     (count(*) filter (where state = 'snoozed'))::int as snoozed,
     (count(*) filter (where state = 'open' and due_at < $4))::int as overdue
   from (
     select found.* from (
       select seen.* from unnest($2::uuid[]) as channel (id)
       cross join lateral (select c.channel_id, c.state, c.waits_for, c.assignee_id, c.due_at from conversations c
         where c.company_id = $1 and c.channel_id = channel.id and c.state in ('open', 'snoozed') and c.merged_into is null
         limit ${MAX_COUNTED}) as seen
       union all
       select c.channel_id, c.state, c.waits_for, c.assignee_id, c.due_at from conversations c
       where c.company_id = $1 and c.is_shared and c.channel_id <> all($2::uuid[]) and c.state in ('open', 'snoozed') and c.merged_into is null
     ) as found limit ${MAX_COUNTED}
   ) as counted group by channel_id`,
);

const CLOSED = statement(
  "inbox.count_closed",
  `select count(*)::int as n from (
     select from (
       select seen.id from unnest($2::uuid[]) as channel (id) cross join lateral (select c.id from conversations c
         where c.company_id = $1 and c.channel_id = channel.id and c.state = 'closed' and c.merged_into is null limit ${MAX_CLOSED + 1}) as seen
       union all
       select c.id from conversations c
       where c.company_id = $1 and c.is_shared and c.channel_id <> all($2::uuid[]) and c.state = 'closed' and c.merged_into is null
     ) as found limit ${MAX_CLOSED + 1}
   ) as counted`,
);

/** How many conversations are open, snoozed and closed, with those of other channels that were shared. */
export async function countConversations({ tx, actor, clock }: Call<Member>, { ids }: Sight) {
  const [rows, [{ n: closed } = { n: 0 }]] = await Promise.all([
    tx.query<ChannelCounts>(COUNT, [actor.companyId, ids, actor.userId, clock.now()]),
    tx.query<{ n: number }>(CLOSED, [actor.companyId, ids]),
  ]);
  const sum = (of: (row: ChannelCounts) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    to_answer: sum((row) => row.to_answer),
    mine: sum((row) => row.mine),
    mine_open: sum((row) => row.mine_open),
    unassigned: sum((row) => row.unassigned),
    waiting: sum((row) => row.open - row.to_answer),
    snoozed: sum((row) => row.snoozed),
    overdue: sum((row) => row.overdue),
    closed: { count: Math.min(closed, MAX_CLOSED), is_exact: closed <= MAX_CLOSED },
    // A channel that somebody does not see is not named, though a conversation of it was shared.
    channels: rows.filter(({ channel_id: id }) => ids.includes(id)).map(({ channel_id: id, open }) => ({ id, open })),
    is_exact: sum((row) => row.n) < MAX_COUNTED,
  };
}

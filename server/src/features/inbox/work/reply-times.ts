import { zoneNamed } from "@kith/filter";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { DAY_MS } from "../../../kernel/clock.ts";
import { statement } from "../../../kernel/database.ts";
import { hoursOf, workingMinutes } from "../../lead-sending/index.ts";
import type { Sight } from "../sight.ts";
import { policy } from "./clock-store.ts";

/** Of the mails that left today so many are looked at, the latest: who has more of them knows enough by these. */
const MAX_SENT = 2_000;
/** Of more answers than this every second, third or further one is looked at, from all of the day. */
const MAX_ANSWERS = 200;

interface Answer {
  asked_at: Date;
  answered_at: Date;
  assignee_id: string | null;
}

// By the index of mails that left, so that it costs as much as a day has answers, however many mails came and however many there were before.
const FIRST_ANSWERS = statement(
  "inbox.first_answers",
  `with today as materialized (
     select m.conversation_id, m.at, m.channel_id, m.state from messages m
     where m.company_id = $1 and m.direction = 'out' and m.kind = 'mail' and m.at >= $3 and m.at <= $4
     order by m.at desc, m.id desc limit ${MAX_SENT}
   ), first as (
     select conversation_id, min(at) as at, row_number() over (order by min(at), conversation_id) as place, count(*) over () as total from today
     where state in ('sent', 'delivered', 'read') and channel_id = any($2::uuid[]) group by conversation_id
   ), answers as (
     select conversation_id, at from first where place % ceil(total / ${MAX_ANSWERS}.0) = 0
   )
   select asked.at as asked_at, a.at as answered_at, c.assignee_id from answers a
   join conversations c on c.company_id = $1 and c.id = a.conversation_id
   cross join lateral (select m.at from messages m where m.company_id = $1 and m.conversation_id = a.conversation_id
     and m.direction = 'in' and m.kind = 'mail' order by m.at, m.id limit 1) asked
   where asked.at <= a.at and not exists (select from messages m where m.company_id = $1 and m.conversation_id = a.conversation_id
     and m.direction = 'out' and m.kind = 'mail' and m.state in ('sent', 'delivered', 'read') and m.at >= asked.at and m.at < a.at)`,
);

/** How long people waited today for the first answer, by the same clock as the goal: that of working hours. */
export async function replyTimesOf({ tx, actor, clock }: Call<Member>, { ids }: Sight) {
  const [now, zone] = [clock.now(), zoneNamed(actor.company.timeZone)];
  const morning = new Date(zone.instantOf(Math.floor(zone.wallAt(now.getTime()) / DAY_MS) * DAY_MS));
  const [goal, answers] = await Promise.all([
    policy(tx, actor.companyId),
    tx.query<Answer>(FIRST_ANSWERS, [actor.companyId, ids, morning, now]),
  ]);
  const hours = await hoursOf(
    tx,
    actor.companyId,
    answers.flatMap(({ assignee_id: id }) => id ?? []),
  );
  const minutes = answers.map((one) => workingMinutes(hours(one.assignee_id ?? actor.companyId), one.asked_at, one.answered_at));
  return { first_reply_minutes: middleOf(minutes), goal_minutes: goal?.is_on ? goal.first_minutes : null };
}

function middleOf(numbers: number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

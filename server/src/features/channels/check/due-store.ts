import { after, MINUTE_MS, type Clock } from "../../../kernel/clock.ts";
import { statement, type Tx } from "../../../kernel/database.ts";

export interface DueChannel {
  companyId: string;
  channelId: string;
}

// Whoever takes a channel has a minute: if it dies, the channel is due again by itself.
const TAKEN_MS = MINUTE_MS;
const AT_ONCE = 20;
// A sign-in tells nothing about a provider's limit. What cannot be read here cannot be tried.
const UNKNOWABLE = "('quota', 'secret')";

const takeDue = (name: string, column: string, cause: string, condition: string) =>
  statement(
    name,
    `update channels c set ${column} = $2 from (
       select company_id, id from channels
       where ${condition} and ${column} <= $1 and ${column} is not null and deleted_at is null and state <> 'paused'
         and (${cause} is null or ${cause} not in ${UNKNOWABLE})
       order by ${column} limit $3 for no key update skip locked
     ) as due where c.company_id = due.company_id and c.id = due.id
     returning c.company_id as "companyId", c.id as "channelId"`,
  );

const NUMBERS = takeDue("channels.take_due_numbers", "next_try_at", "cause", "kind = 'whatsapp'");
const SENDERS = takeDue("channels.take_due_senders", "sending_next_try_at", "sending_cause", "kind = 'email'");

const taken = (owner: Tx, which: typeof NUMBERS, clock: Clock) =>
  owner.query<DueChannel>(which, [clock.now(), after(clock, TAKEN_MS), AT_ONCE]);

/** WhatsApp numbers, of all companies, whose token is to be tried. */
export const takeDueNumbers = (owner: Tx, clock: Clock) => taken(owner, NUMBERS, clock);

/** Mailboxes whose sending is to be tried. */
export const takeDueSenders = (owner: Tx, clock: Clock) => taken(owner, SENDERS, clock);

import { Link } from "@tanstack/react-router";
import { Avatar, NoAvatar, OutsideAvatar } from "../../ui/avatar.tsx";
import { useClock } from "../../ui/clock.tsx";
import { absolute } from "../../ui/time-text.ts";
import { ChannelIcon } from "../channels/index.ts";
import { dueIn } from "./due-text.ts";
import classes from "./list.module.css";
import { personOf } from "./names.ts";
import type { Conversation } from "./read.ts";
import type { InboxSearch } from "./search.ts";
import { shortWhen } from "./when-text.ts";

interface ConversationRowProps {
  conversation: Conversation;
  search: InboxSearch;
  isOpen: boolean;
}

/** One conversation in the list: who, from where or about what, what they wrote last, and how long there is to answer. */
export function ConversationRow({ conversation, search, isOpen }: ConversationRowProps) {
  const { id, channel, subject, organization, preview, assignee, is_unread: isUnread } = conversation;
  const name = personOf(conversation);
  return (
    <Link
      className={classes.row}
      to="/inbox/$conversation"
      params={{ conversation: id }}
      search={search}
      data-open={isOpen || undefined}
      data-unread={isUnread || undefined}
      aria-current={isOpen ? "true" : undefined}
      // The list follows the keys.
      ref={(node) => void (isOpen && node?.scrollIntoView({ block: "nearest" }))}
    >
      <OutsideAvatar name={name} size={28} />
      <span className={classes.lines}>
        <span className={classes.first}>
          <span className={`${classes.name} k-truncate`}>{name}</span>
          {isUnread && <span className={classes.hidden}>unread</span>}
          <span className={`${classes.about} k-truncate`}>{organization?.title ?? subject}</span>
          <When conversation={conversation} />
        </span>
        <span className={classes.second}>
          <ChannelIcon kind={channel.kind} />
          <span className={`${classes.preview} k-truncate`} title={subject || undefined}>
            {preview}
          </span>
          <span title={assignee ? assignee.name : "Nobody has it"} className={classes.assignee}>
            {assignee ? <Avatar id={assignee.id} name={assignee.name} /> : <NoAvatar />}
          </span>
        </span>
      </span>
    </Link>
  );
}

/** The clock stands where the time stands: while they wait for us, how long there is. */
function When({ conversation }: { conversation: Conversation }) {
  const { now, zone } = useClock();
  const { state, waits_for: waitsFor, due_at: due, snoozed_until: until, last_at: at } = conversation;
  const shown = state === "snoozed" && until ? until : at;
  if (state === "open" && waitsFor === "us" && due) {
    const { text, tone } = dueIn(due, now);
    return (
      <time className={classes.when} data-tone={tone} dateTime={due} title={`Answer due ${absolute(new Date(due), zone)}`}>
        {text}
      </time>
    );
  }
  return (
    <time className={classes.when} dateTime={shown} title={absolute(new Date(shown), zone)}>
      {state === "snoozed" && "until "}
      {shortWhen(new Date(shown), now, zone)}
    </time>
  );
}

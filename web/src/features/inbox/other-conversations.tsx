import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import { useClock } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { ChannelIcon } from "../channels/index.ts";
import { otherText } from "./other-text.ts";
import classes from "./person.module.css";
import type { Conversation, Other } from "./read.ts";
import type { InboxSearch } from "./search.ts";

/** What was written with them before, the latest first. Also what is going on elsewhere, and is no "earlier" then. */
export function OtherConversations({ conversation: { id, last_at: at } }: { conversation: Conversation }) {
  const { data } = useQuery(read("inbox.listOthers", { id }));
  if (!data || data.items.length === 0) return null;
  const isEarlier = data.items.every(({ conversation }) => conversation.last_at < at);
  const title = isEarlier ? "Earlier conversations" : "Other conversations";
  return (
    <section className={classes.block} aria-label={title}>
      <h3 className={classes.title}>
        {title}
        <span className={classes.count}>
          {wholeText(data.count)}
          {data.count === MAX_COUNTED && "+"}
        </span>
      </h3>
      {data.items.map((other) => (
        <Line other={other} key={other.conversation.id} />
      ))}
    </section>
  );
}

/** The service counts no further. */
const MAX_COUNTED = 100;

function Line({ other }: { other: Other }) {
  const { now, zone } = useClock();
  const search: InboxSearch = useSearch({ strict: false });
  const { id, channel, subject, preview } = other.conversation;
  return (
    <Link className={classes.earlier} to="/inbox/$conversation" params={{ conversation: id }} search={search}>
      <ChannelIcon kind={channel.kind} />
      <span className={classes.words}>
        <span className="k-truncate">{subject || preview}</span>
        <span className={`${classes.sub} k-truncate`}>{otherText(other, now, zone)}</span>
      </span>
    </Link>
  );
}

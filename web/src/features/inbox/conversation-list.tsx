import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { LoadMore } from "../../ui/buttons.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import classes from "./list.module.css";
import { type Conversation, type ConversationRows, useCounts } from "./read.ts";
import { type InboxSearch, isGrouped, type TabKey, tabOf } from "./search.ts";

interface ConversationListProps {
  query: ConversationRows;
  search: InboxSearch;
  openId: string | undefined;
}

/** The conversations of a tab: what waits for an answer first, by the time it is due, then what waits for them. */
export function ConversationList({ query, search, openId }: ConversationListProps) {
  const rows = query.data ?? [];
  return (
    <section className={classes.list} aria-label="Conversations">
      <div className={classes.scroll} tabIndex={-1}>
        {/* Rows reach from edge to edge; what stands in their place does not. */}
        <div className={query.data ? undefined : classes.empty}>
          <Loaded query={query} what="Your conversations">
            {() => (rows.length === 0 ? <None search={search} /> : <Groups rows={rows} search={search} openId={openId} />)}
          </Loaded>
        </div>
        <div className={classes.more}>
          <LoadMore query={query} />
        </div>
      </div>
    </section>
  );
}

function Groups({ rows, search, openId }: { rows: Conversation[]; search: InboxSearch; openId: string | undefined }) {
  const { data: counts } = useCounts();
  const line = (one: Conversation) => <ConversationRow conversation={one} search={search} isOpen={one.id === openId} key={one.id} />;
  if (!isGrouped(search) || rows.some(({ state }) => state !== "open")) return rows.map(line);
  const ours = rows.filter((one) => one.waits_for === "us");
  const theirs = rows.filter((one) => one.waits_for === "them");
  // The count of everything that is open; of a narrower list only what is loaded is known.
  const all = tabOf(search) === "open" && !search.filter && !search.channel && !search.queue ? counts : undefined;
  return (
    <>
      {ours.length > 0 && <Heading title="To answer" count={all?.to_answer} />}
      {ours.map(line)}
      {theirs.length > 0 && <Heading title="Waiting for them" count={all?.waiting} />}
      {theirs.map(line)}
    </>
  );
}

function Heading({ title, count }: { title: string; count: number | undefined }) {
  return (
    <h2 className={classes.group}>
      {title}
      {count !== undefined && <span className={classes.count}>{wholeText(count)}</span>}
    </h2>
  );
}

const NONE: Record<TabKey, [title: string, text: string]> = {
  open: ["Everything is answered", "New messages appear here, those that are due first."],
  mine: ["Nothing is assigned to you", "Conversations that you take, or that are given to you, appear here."],
  unassigned: ["Somebody has everything", "Conversations that nobody has taken yet appear here."],
  snoozed: ["Nothing is snoozed", "What you snooze waits here until its time, or until they write again."],
  closed: ["Nothing is closed", "Conversations that are done appear here. They open again when somebody writes."],
  spam: ["No spam", "What the mail server or a colleague put into Junk appears here."],
};

const EMPTY_QUEUE = ["Nothing is in this queue", "No conversation matches its filter now."] as const;

function None({ search }: { search: InboxSearch }) {
  const navigate = useNavigate();
  const [title, text] = search.queue
    ? EMPTY_QUEUE
    : search.filter
      ? ["Nothing is found", "No conversation of this tab matches. Try fewer words or conditions."]
      : NONE[tabOf(search)];
  return (
    <div className={classes.empty}>
      <EmptyState
        title={title}
        action={
          search.filter &&
          !search.queue && (
            <Button onClick={() => void navigate({ to: "/inbox", search: { ...search, filter: undefined } })}>Remove the filter</Button>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

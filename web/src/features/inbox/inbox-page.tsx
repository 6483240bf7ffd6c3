import { useDocumentTitle } from "@mantine/hooks";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useKeys } from "../../ui/keyboard.ts";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationPlace } from "./conversation-place.tsx";
import { Foot } from "./foot.tsx";
import { InboxHead } from "./inbox-head.tsx";
import classes from "./inbox.module.css";
import { NewMessageButton } from "./new-message.tsx";
import { useQueues, withQueue } from "./queues.ts";
import { useConversations } from "./read.ts";
import type { InboxSearch } from "./search.ts";
import { useHasNoChannel, Welcome } from "./welcome.tsx";

/** The inbox: the list, the conversation that is open, and the person it is with. A phone shows one of them at a time. */
export function InboxPage() {
  useDocumentTitle("Inbox · Kith");
  const { conversation: openId } = useParams({ strict: false });
  const queues = useQueues();
  const given: InboxSearch = useSearch({ strict: false });
  const search = withQueue(given, queues);
  const navigate = useNavigate();
  const query = useConversations(search, queues !== undefined || search.queue === undefined || search.filter !== undefined);
  const rows = query.data ?? [];
  const isNew = useHasNoChannel() && query.data?.length === 0 && !openId;
  const at = rows.findIndex(({ id }) => id === openId);
  const go = (id: string | undefined, next: InboxSearch, replace = false) =>
    void (id
      ? navigate({ to: "/inbox/$conversation", params: { conversation: id }, search: next, replace })
      : navigate({ to: "/inbox", search: next, replace }));
  const open = (id: string | undefined) => go(id, search);
  const setWriting = (isWriting: boolean) => go(openId, { ...search, write: isWriting || undefined }, true);
  const walk = (step: number) => {
    const next = rows[at === -1 ? 0 : at + step];
    if (next) open(next.id);
    // The next one may be on a page that is not read yet.
    if (!next && step > 0 && query.hasNextPage) void query.fetchNextPage();
  };
  useKeys({ j: () => walk(1), k: () => walk(-1) });
  return (
    <div className={classes.page} data-open={openId ? true : undefined}>
      {/* Where the conversation is a page of its own, the head with its title is not shown. */}
      <h1 className={classes.hiddenTitle}>Inbox</h1>
      <InboxHead
        search={search}
        onSearch={(next) => go(openId, next)}
        side={<NewMessageButton isOpen={search.write === true} setOpen={setWriting} />}
      />
      <div className={classes.columns}>
        {isNew ? (
          <Welcome />
        ) : (
          <>
            <ConversationList
              query={query}
              search={search}
              openId={openId}
              key={`${search.tab ?? ""} ${search.queue ?? ""} ${search.channel ?? ""} ${search.sort ?? ""} ${search.filter ?? ""}`}
            />
            <ConversationPlace
              id={openId}
              row={rows[at]}
              hasRows={rows.length > 0}
              // What was closed leaves the list; the one below takes its place.
              onDone={() => open((rows[at + 1] ?? rows[at - 1])?.id)}
              onBack={() => open(undefined)}
            />
          </>
        )}
      </div>
      <Foot />
    </div>
  );
}

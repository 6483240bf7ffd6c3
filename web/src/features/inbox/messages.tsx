import { Button } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { ErrorState, SkeletonRows } from "../../ui/states.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { MessageView } from "./message.tsx";
import classes from "./messages.module.css";
import type { Message, MessageRows, WholeConversation } from "./read.ts";

interface MessagesProps {
  conversation: WholeConversation;
  query: MessageRows;
  onUndo: (message: Message) => void;
}

/** What was written, oldest first, with the newest in sight. Earlier ones are read on request. */
export function Messages({ conversation, query, onUndo }: MessagesProps) {
  const messages = query.data ?? [];
  const place = useNewestInSight();
  const earlier = conversation.message_count - messages.length;
  return (
    <div className={classes.scroll} ref={place} tabIndex={0} role="region" aria-label="Messages">
      {query.isError && !query.data && (
        <ErrorState title="The messages could not be loaded" message={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SkeletonRows />}
      {query.hasNextPage && (
        <div className={classes.earlier}>
          {earlier > 0 && `${earlier} earlier ${earlier === 1 ? "message" : "messages"}`}
          <Button variant="subtle" size="compact-xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {earlier > 0 ? "Show" : "Show earlier messages"}
          </Button>
        </div>
      )}
      <ol className={classes.messages}>
        {messages.map((message, at) => (
          <li key={message.id}>
            <MessageView
              message={message}
              conversation={conversation}
              onUndo={onUndo}
              menu={
                messages.length > 1 && (
                  <MessageMenu
                    message={message}
                    conversation={conversation.id}
                    fromHere={at === 0 ? [] : messages.slice(at).map(({ id }) => id)}
                  />
                )
              }
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How near to the end somebody has to be to be taken along. */
const NEAR_PX = 160;

/**
 * Starts at the newest message and stays there while its frame grows or another one arrives, unless somebody has scrolled up to read.
 */
function useNewestInSight() {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = place;
    const content = current?.lastElementChild;
    if (!current || !content) return undefined;
    const toEnd = () => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    const note = () => {
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    };
    toEnd();
    const observer = new ResizeObserver(toEnd);
    observer.observe(content);
    observer.observe(current); // the place below it, for the answer, grows too
    current.addEventListener("scroll", note, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", note);
    };
  }, []);
  return place;
}

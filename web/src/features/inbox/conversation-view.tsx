import { useEffect, useRef } from "react";
import { useWrite } from "../../calls.ts";
import { useKeys } from "../../ui/keyboard.ts";
import { Composer, type ComposerHandle } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import classes from "./conversation.module.css";
import { Messages } from "./messages.tsx";
import { newestOf } from "./newest.ts";
import { type Conversation, useMessages, type WholeConversation } from "./read.ts";
import { Strip } from "./strip.tsx";
import { useActions } from "./use-actions.ts";
import { useIsWriting, usePresence } from "./use-presence.ts";
import { useUndoSend } from "./use-send.ts";
import { writtenAgain } from "./written-again.ts";

interface ConversationViewProps {
  conversation: WholeConversation;
  /** After it was closed or snoozed: the next one. */
  onDone: () => void;
  /** To the list, where that is another page. */
  onBack: () => void;
  onPerson: (() => void) | undefined;
}

/** One conversation: what can be done with it, what was written, and where to answer. */
export function ConversationView({ conversation, onDone, onBack, onPerson }: ConversationViewProps) {
  const composer = useRef<ComposerHandle>(null);
  const actions = useActions(conversation, onDone);
  const undo = useUndoSend(conversation.id);
  const messages = useMessages(conversation.id);
  const [isWriting, noteTyping] = useIsWriting();
  const others = usePresence(conversation.id, isWriting);
  useMarkRead(conversation);
  useKeys({
    r: () => composer.current?.write("reply"),
    t: () => composer.current?.write("note"),
    d: actions.toggleClosed,
  });
  return (
    <section className={classes.thread} aria-label="Conversation">
      <ConversationHead conversation={conversation} actions={actions} onBack={onBack} onPerson={onPerson} />
      <Strip conversation={conversation} others={others} />
      <Messages
        conversation={conversation}
        query={messages}
        onUndo={(message) => undo({ id: message.id, ...writtenAgain(message, conversation) })}
      />
      <Composer
        conversation={conversation}
        newest={newestOf(conversation, messages.data)}
        actions={actions}
        others={others}
        onType={noteTyping}
        ref={composer}
      />
    </section>
  );
}

/** What is on the page counts as read; a tab in the background reads nothing. */
function useMarkRead({ id, is_unread: isUnread, last_message: newest }: Conversation): void {
  const { mutate: mark } = useWrite("inbox.markRead", { refresh: ["inbox.list", "inbox.get"], showsError: false });
  useEffect(() => {
    const read = () => {
      if (isUnread && newest && document.visibilityState === "visible") mark({ id, message: newest });
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [id, isUnread, newest, mark]);
}

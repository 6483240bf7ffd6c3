import { flushSync } from "react-dom";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { IconNote } from "@tabler/icons-react";
import { channelLook } from "../channels/index.ts";
import { ChannelTrouble, useTroubledChannel } from "./channel-trouble.tsx";
import classes from "./composer.module.css";
import type { Newest } from "./newest.ts";
import { NoteComposer } from "./note-composer.tsx";
import type { WholeConversation } from "./read.ts";
import { ReplyComposer } from "./reply-composer.tsx";
import { TemplateComposer } from "./template-composer.tsx";
import { isStopped } from "./trouble-text.ts";
import type { Actions } from "./use-actions.ts";
import type { Others } from "./use-presence.ts";
import { useIsWindowClosed, WindowLeft } from "./whatsapp-window.tsx";

export interface ComposerHandle {
  /** Puts the cursor where an answer, or a note for the team, is written. */
  write: (kind: "reply" | "note") => void;
}

interface ComposerProps {
  conversation: WholeConversation;
  newest: Newest | undefined;
  actions: Actions;
  /** Who else has the conversation open. */
  others: Others;
  onType: () => void;
  ref: Ref<ComposerHandle>;
}

/** Where an answer is written, or a note that only the team sees. What is begun in one stays while the other is open. */
export function Composer({ conversation, newest, actions, others, onType, ref }: ComposerProps) {
  const [kind, setKind] = useState<"reply" | "note">("reply");
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    write(wanted) {
      // At once: the next key belongs to the text, and is no key of the page.
      flushSync(() => setKind(wanted));
      field.current?.focus();
    },
  }));
  const isWindowClosed = useIsWindowClosed(conversation.free_text_until);
  const channel = channelLook(conversation.channel.kind);
  const troubled = useTroubledChannel(conversation.channel.id);
  return (
    <div className={classes.composer} data-kind={kind}>
      <div className={classes.kinds} role="group" aria-label="What to write">
        <button className={classes.kind} type="button" aria-pressed={kind === "reply"} onClick={() => setKind("reply")}>
          <channel.icon size={14} stroke={1.75} aria-hidden />
          {channel.label}
        </button>
        <button className={classes.kind} type="button" aria-pressed={kind === "note"} onClick={() => setKind("note")}>
          <IconNote size={14} stroke={1.75} aria-hidden />
          Note
        </button>
        {kind === "reply" && <WindowLeft until={conversation.free_text_until} />}
      </div>
      {kind === "reply" && troubled && <ChannelTrouble channel={troubled} />}
      {kind === "reply" && isWindowClosed ? (
        <TemplateComposer conversation={conversation} newest={newest} isStopped={isStopped(troubled)} />
      ) : kind === "reply" ? (
        <ReplyComposer
          conversation={conversation}
          newest={newest}
          actions={actions}
          others={others}
          isStopped={isStopped(troubled)}
          onType={onType}
          field={field}
        />
      ) : (
        <NoteComposer conversation={conversation} field={field} />
      )}
    </div>
  );
}

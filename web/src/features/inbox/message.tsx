import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Avatar, OutsideAvatar, ViaKey } from "../../ui/avatar.tsx";
import { useClock } from "../../ui/clock.tsx";
import { absolute } from "../../ui/time-text.ts";
import { ChannelIcon } from "../channels/index.ts";
import { DraftActions } from "./draft-actions.tsx";
import { MailFrame } from "./mail-frame.tsx";
import { MailText } from "./mail-text.tsx";
import { MessageFiles, picturesOf } from "./message-files.tsx";
import { MessageState, Progress } from "./message-state.tsx";
import classes from "./messages.module.css";
import { addressesText, isSameSubject, writerOf } from "./names.ts";
import type { Message, WholeConversation } from "./read.ts";
import { longWhen } from "./when-text.ts";

interface MessageViewProps {
  message: Message;
  conversation: WholeConversation;
  onUndo: (message: Message) => void;
  menu?: ReactNode;
}

/** One message: an email in a box, a chat message in a bubble, a note in amber. */
export function MessageView({ message, conversation, onUndo, menu }: MessageViewProps) {
  const { direction, author, key, state } = message;
  const name = writerOf(message);
  const waits = state === "queued" || state === "sending" || state === "draft";
  return (
    <article
      className={classes.message}
      data-direction={direction}
      data-waits={waits || undefined}
      aria-label={`${name}, ${direction === "note" ? "note" : "message"}`}
    >
      {direction === "in" || !author ? (
        <OutsideAvatar name={name} />
      ) : (
        <Avatar id={author.id} name={author.name} size={24} viaKey={key !== null} />
      )}
      <div className={classes.content}>
        <header className={classes.head}>
          <b className="k-truncate">{name}</b>
          {key && <ViaKey name={key.name} />}
          <Facts message={message} conversation={conversation} />
          <Progress message={message} />
          {menu}
        </header>
        {message.authentication === "fail" && <NotProven message={message} />}
        {message.is_newcomer && <Newcomer message={message} />}
        <Body message={message} conversation={conversation} />
        {state === "draft" ? (
          <DraftActions message={message} conversation={conversation} />
        ) : (
          <MessageState message={message} conversation={conversation} onUndo={onUndo} />
        )}
      </div>
    </article>
  );
}

function Facts({ message, conversation }: Pick<MessageViewProps, "message" | "conversation">) {
  const { now, zone } = useClock();
  const at = new Date(message.at);
  const when = (
    <time dateTime={message.at} title={absolute(at, zone)}>
      {longWhen(at, now, zone)}
    </time>
  );
  if (message.direction === "note")
    return (
      <span className={classes.facts} data-note>
        <IconLock size={12} stroke={1.75} aria-hidden />
        <span className="k-truncate">{when}, note, only the team sees it</span>
      </span>
    );
  const addresses = addressesText(message);
  return (
    <span className={classes.facts} title={addresses}>
      <ChannelIcon kind={conversation.channel.kind} size={12} />
      <span className="k-truncate">
        {when}
        {addresses && ` ${addresses}`}
      </span>
    </span>
  );
}

function Body({ message, conversation }: Pick<MessageViewProps, "message" | "conversation">) {
  const isEmail = conversation.channel.kind === "email" && message.direction !== "note";
  const files = message.files.length > 0 && <MessageFiles message={message} />;
  const text = message.html ? (
    <MailFrame
      html={message.html}
      pictures={picturesOf(message)}
      remoteAddress={(url) => `/app/pictures?message=${message.id}&url=${encodeURIComponent(url)}`}
    />
  ) : (
    <MailText text={message.text} quoteAt={message.quote_at} />
  );
  if (message.direction === "note") return <div className={classes.note}>{message.text}</div>;
  if (!isEmail)
    return (
      <div className={classes.bubbleLine}>
        <div className={classes.bubble}>{text}</div>
        {files}
      </div>
    );
  const isOtherSubject = message.subject !== "" && !isSameSubject(message.subject, conversation.subject);
  return (
    <div className={classes.mail}>
      {isOtherSubject && <p className={classes.subject}>{message.subject}</p>}
      {text}
      {files}
    </div>
  );
}

/** The sender's own domain says that this did not come from it. */
function NotProven({ message }: { message: Message }) {
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      <span>
        This email did not prove that it comes from {message.from?.address ?? "its sender"}. Check with them before you follow links or pay.
      </span>
    </p>
  );
}

/** Whoever knows a subject and an id can write into a conversation. */
function Newcomer({ message }: { message: Message }) {
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      <span>
        {message.from?.address ?? "The sender"} had not taken part in this conversation. Your answer does not go there unless you name the
        address.
      </span>
    </p>
  );
}

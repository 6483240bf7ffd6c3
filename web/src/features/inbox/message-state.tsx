import { Button } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconQuestionMark } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { Kbd } from "../../ui/kbd.tsx";
import classes from "./messages.module.css";
import { type Conversation, CONVERSATION, type Message } from "./read.ts";

interface MessageStateProps {
  message: Message;
  conversation: Conversation;
  onUndo: (message: Message) => void;
}

/** What to do about one of our messages that has not left yet, or not arrived. */
export function MessageState({ message, conversation, onUndo }: MessageStateProps) {
  if (message.direction !== "out") return null;
  const { state } = message;
  if (state === "queued") return <Queued message={message} onUndo={onUndo} />;
  if (state === "failed" || state === "unknown") return <Stuck message={message} conversation={conversation} />;
  return null;
}

/** How far one of our messages has come, beside its time. */
export function Progress({ message: { direction, state } }: { message: Message }) {
  const done = direction === "out" ? DONE[state] : undefined;
  if (!done) return null;
  return (
    <span className={classes.progress}>
      <done.icon size={12} stroke={1.75} aria-hidden />
      {done.text}
    </span>
  );
}

const DONE: Partial<Record<Message["state"], { icon: typeof IconCheck; text: string }>> = {
  sending: { icon: IconClock, text: "Sending" },
  sent: { icon: IconCheck, text: "Sent" },
  delivered: { icon: IconChecks, text: "Delivered" },
  read: { icon: IconChecks, text: "Read" },
  cancelled: { icon: IconClock, text: "Not sent, taken back" },
};

/** Not on its way yet: the seconds that are left, and the way back. */
function Queued({ message, onUndo }: Omit<MessageStateProps, "conversation">) {
  const left = useSecondsTo(message.send_at);
  return (
    <p className={classes.state} data-tone="accent">
      <IconClock size={12} stroke={1.75} aria-hidden />
      {left > 0 ? `Sending in ${waitText(left)}` : "Waiting for its turn"}
      <button className={classes.undo} type="button" onClick={() => onUndo(message)}>
        Undo <Kbd keys="z" />
      </button>
    </p>
  );
}

function Stuck({ message, conversation: { last_message: newest } }: Omit<MessageStateProps, "onUndo">) {
  const again = useWrite("inbox.sendMessage", { refresh: CONVERSATION });
  const isUnknown = message.state === "unknown";
  const Icon = isUnknown ? IconQuestionMark : IconAlertTriangle;
  return (
    <div className={classes.stuck} data-tone={isUnknown ? "soon" : "bad"} role="status">
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className={classes.stuckText}>
        {isUnknown
          ? "Nobody knows whether it left. It may have arrived. Ask them, or send it again: it has the same number, so most mailboxes show it once."
          : "Not sent."}
        {message.error && <q className={classes.words}>{message.error}</q>}
      </span>
      <Button loading={again.isPending} onClick={() => again.mutate({ id: message.id, ...(newest ? { seen: newest } : {}) })}>
        Send again
      </Button>
    </div>
  );
}

function useSecondsTo(at: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  return at ? Math.max(0, Math.ceil((new Date(at).getTime() - now) / 1_000)) : 0;
}

const TICK_MS = 500;

const waitText = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

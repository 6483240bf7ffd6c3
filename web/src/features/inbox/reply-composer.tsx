import { variablesIn } from "@kith/server/features/canned-replies/operations";
import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { Kbd } from "../../ui/kbd.tsx";
import { AttachButton, DraftFiles, useIsUploading } from "./attach.tsx";
import { CannedMenu } from "./canned-menu.tsx";
import { Collision } from "./collision.tsx";
import classes from "./composer.module.css";
import { changeDraft, type Draft } from "./draft.ts";
import { WritingAlready } from "./presence.tsx";
import type { Newest } from "./newest.ts";
import { Recipients } from "./recipients.tsx";
import type { WholeConversation } from "./read.ts";
import { SendMenu } from "./send-menu.tsx";
import type { Actions } from "./use-actions.ts";
import { useKeptDraft } from "./use-kept-draft.ts";
import type { Others } from "./use-presence.ts";
import { hasWords, onlySignature, useSignature } from "./use-signature.ts";
import { useSend } from "./use-send.ts";
import { WritingField } from "./writing-field.tsx";

interface ReplyComposerProps {
  conversation: WholeConversation;
  newest: Newest | undefined;
  actions: Actions;
  others: Others;
  /** Its channel sends nothing now. */
  isStopped: boolean;
  onType: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** An answer. It leaves ten seconds after it is sent, and until then it can be taken back. */
export function ReplyComposer({ conversation, newest, actions, others, isStopped, onType, field }: ReplyComposerProps) {
  const { key, draft, hasFailed } = useKeptDraft(conversation.id);
  const signature = useSignature(conversation.channel.id);
  const { send, isSending, error, collision } = useSend(conversation, newest);
  const [unfilled] = variablesIn(draft.text);
  const isWritten = hasWords(draft.text, signature);
  const isUploading = useIsUploading(key);
  const canSend = (isWritten || draft.files.length > 0) && !isSending && !isUploading && !unfilled && !isStopped;
  // What was newest when the answer was begun: whatever comes after it, the writer may not have seen.
  const begun = isWritten ? {} : { seen: newest?.id ?? null };
  const type = (text: string) => {
    onType();
    changeDraft(key, { text, ...begun });
  };
  // The signature stands below an answer from its first letter on. Untouched, it is no draft.
  const sign = (element: HTMLTextAreaElement) => {
    if (draft.text !== "" || signature === "") return;
    // At once: what is typed next stands above it.
    flushSync(() => changeDraft(key, { text: onlySignature(signature), isUnsaved: draft.isUnsaved }));
    element.setSelectionRange(0, 0);
  };
  const unsign = () =>
    draft.text === onlySignature(signature) && signature !== "" && changeDraft(key, { text: "", isUnsaved: draft.isUnsaved });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send();
      }}
    >
      <Recipients conversation={conversation} draftKey={key} draft={draft} />
      {collision && <Collision message={collision.message} onRead={() => changeDraft(key, { seen: collision.id })} />}
      <WritingAlready others={others} />
      <WritingField
        label="Answer"
        placeholder="Write an answer"
        text={draft.text}
        onChange={type}
        onSubmit={() => canSend && send()}
        onFocus={sign}
        onBlur={unsign}
        ref={field}
      />
      <DraftFiles id={key} files={draft.files} />
      {(error ?? unfilled) && (
        <p className={classes.error} role="alert">
          {error ?? `Write something in place of ${unfilled?.whole ?? ""}: this contact has nothing there.`}
        </p>
      )}
      <div className={classes.bar}>
        <AttachButton id={key} />
        <CannedMenu conversation={conversation} onInsert={(text) => type(withInserted(field.current, draft.text, text))} />
        <span className={`${classes.saved} k-desk`}>{isUploading ? "Attaching…" : savedText(draft, isWritten, hasFailed)}</span>
        <span className={classes.end}>
          <SendMenu isDisabled={!canSend} onSend={send} actions={actions} />
          <Button type="submit" variant="filled" loading={isSending} disabled={!canSend} rightSection={<Kbd keys="mod ↵" onInk />}>
            Send
          </Button>
        </span>
      </div>
    </form>
  );
}

function savedText({ isUnsaved, files }: Draft, isWritten: boolean, hasFailed: boolean): string {
  if (!isWritten && files.length === 0) return "";
  if (hasFailed) return "Kept in this browser";
  return isUnsaved ? "Saving…" : "Saved";
}

/** The text with another one where the cursor is, or at its end. */
function withInserted(field: HTMLTextAreaElement | null, text: string, inserted: string): string {
  const at = field?.selectionStart ?? text.length;
  return `${text.slice(0, at)}${inserted}${text.slice(field?.selectionEnd ?? at)}`;
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain, useWrite } from "../../calls.ts";
import { useMe } from "../../session.ts";
import { useToast } from "../../ui/toast.tsx";
import { addressesIn, type Back, clearDraft, takeBack, useDraft } from "./draft.ts";
import type { Newest } from "./newest.ts";
import { type Conversation, CONVERSATION, type Message } from "./read.ts";
import { useDraftKey } from "./use-draft-key.ts";

/** Takes back a message that has not left yet; what was written is in the composer again. */
export function useUndoSend(conversation: string) {
  const toast = useToast();
  const cancel = useWrite("inbox.cancelMessage", { refresh: CONVERSATION });
  const key = useDraftKey(conversation);
  return ({ id, ...back }: Pick<Message, "id"> & Back) => {
    // Not in the options of mutate(): those are forgotten when somebody goes on to the next conversation meanwhile.
    const isBack = cancel.mutateAsync({ id }).then(() => {
      takeBack(key, back);
      toast({ text: "Not sent. Your text is back." });
    });
    // Said already.
    isBack.catch(() => undefined);
  };
}

/** What follows when it is on its way, and how it is taken back. */
export type OnSent = (takeBack: () => void) => void;

/** Sends the answer that was written. If somebody else was faster, nothing leaves, and the writer is told who. */
export function useSend({ id }: Conversation, newest: Newest | undefined) {
  const key = useDraftKey(id);
  const draft = useDraft(key);
  const { user } = useMe();
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndoSend(id);
  const [refused, setRefused] = useState<string>();
  const write = useWrite("inbox.writeMessage", { refresh: CONVERSATION, showsError: false });
  // What one wrote oneself meanwhile, such as a note, one has seen.
  const isOvertaken = newest !== undefined && draft.seen !== null && draft.seen !== newest.id && newest.message?.author?.id !== user.id;
  const seen = isOvertaken ? draft.seen : newest?.id;
  const send = (onSent?: OnSent) => {
    setRefused(undefined);
    const { text, to, cc, files } = draft;
    const answer = {
      conversation: id,
      text,
      ...(to ? { to: addressesIn(to) } : {}),
      ...(cc ? { cc: addressesIn(cc) } : {}),
      ...(files.length > 0 ? { files: files.map((file) => file.id) } : {}),
      ...(seen ? { seen } : {}),
    };
    let isSaid = false;
    const say = ({ message }: Error) => {
      isSaid = true;
      setRefused(message);
    };
    // The options of a call are forgotten when somebody goes on to the next conversation meanwhile. What has left must not stand in the field
    // as if it had not: it would be sent twice. And what was refused would look as if it had left.
    void write.mutateAsync(answer, { onError: say }).then(
      (message) => {
        clearDraft(key);
        const goBack = () => undo({ id: message.id, text, to, cc, files });
        if (onSent) onSent(goBack);
        else toast({ text: "Sending in 10 s.", undo: goBack });
      },
      (error: Error) => {
        if (!isSaid) toast({ tone: "error", text: `Your answer was not sent. ${error.message}` });
        // Somebody was faster: what they wrote may not be on the page yet.
        void readAgain(client, CONVERSATION);
      },
    );
  };
  return {
    send,
    isSending: write.isPending,
    /** Why the service did not take it. What came meanwhile is shown by itself. */
    error: refused && !isOvertaken ? refused : undefined,
    /** What came while this was written. */
    collision: isOvertaken ? newest : undefined,
  };
}

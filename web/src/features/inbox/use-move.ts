import { useNavigate, useSearch } from "@tanstack/react-router";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { CONVERSATION } from "./read.ts";
import type { InboxSearch } from "./search.ts";

/** An error is shown by whoever made the call. */
const saidAlready = () => undefined;

/** Makes one conversation of two, or two of one, shows the outcome, and offers the way back. */
export function useMove(id: string) {
  const toast = useToast();
  const navigate = useNavigate();
  const search: InboxSearch = useSearch({ strict: false });
  const open = (conversation: string) => void navigate({ to: "/inbox/$conversation", params: { conversation }, search });
  const undo = useWrite("inbox.undo", { refresh: CONVERSATION });
  const merging = useWrite("inbox.merge", { refresh: CONVERSATION });
  const splitting = useWrite("inbox.split", { refresh: CONVERSATION });
  // Not in the options of mutate(): those are forgotten once another conversation is open, or the message is gone that the menu belongs to.
  const done = (text: string, operation: string, shown: string) => {
    open(shown);
    const goBack = () => undo.mutateAsync({ operation_id: operation }).then(() => open(id), saidAlready);
    toast({ text, undo: () => void goBack() });
  };
  return {
    merge: (into: string, onDone: () => void) =>
      void merging.mutateAsync({ id, into }).then(({ operation_id: operation }) => {
        onDone();
        done("Merged into this conversation.", operation, into);
      }, saidAlready),
    split: (messages: string[]) =>
      void splitting
        .mutateAsync({ id, messages })
        .then(
          ({ conversation, operation_id: operation }) => done("Split off. This is the new conversation.", operation, conversation.id),
          saidAlready,
        ),
    isMoving: merging.isPending || splitting.isPending,
  };
}

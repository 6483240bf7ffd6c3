import type { InputOf } from "@kith/server/contract";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Conversation, LISTS } from "./read.ts";

type Changes = Omit<InputOf<"inbox.update">, "id" | "if_version">;

export interface Actions {
  /** Changes it, says so with a way back, and goes on to the next one if it left the list. The way back may lead further than this change. */
  change: (changes: Changes, done: string, andBack?: () => void) => void;
  toggleClosed: () => void;
  isWorking: boolean;
}

/** An error is shown by whoever made the call. */
const saidAlready = () => undefined;

/** What people do with a conversation besides answering it. Everything can be undone. */
export function useActions({ id, state }: Conversation, onDone: () => void): Actions {
  const toast = useToast();
  const undo = useWrite("inbox.undo", { refresh: LISTS });
  const write = useWrite("inbox.update", { refresh: LISTS });
  const change = (changes: Changes, done: string, andBack?: () => void) => {
    const leaves = changes.snoozed_until !== undefined || (changes.state !== undefined && changes.state !== "open");
    // Only who is still in this conversation is led on to the next one; the way back is shown to everybody.
    const changed = write.mutateAsync({ id, ...changes }, leaves ? { onSuccess: onDone } : {});
    void changed.then(({ operation_id: operation }) => {
      const goBack = () => {
        undo.mutate({ operation_id: operation });
        andBack?.();
      };
      toast({ text: done, undo: goBack });
    }, saidAlready);
  };
  return {
    change,
    toggleClosed: () =>
      state === "open" || state === "snoozed" ? change({ state: "closed" }, "Closed.") : change({ state: "open" }, "Opened again."),
    isWorking: write.isPending,
  };
}

import type { InputOf } from "@kith/server/contract";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Conversation, LISTS } from "./read.ts";

type Changes = Omit<InputOf<"inbox.update">, "id" | "if_version">;

export interface Actions {
  /** Changes it, says so with a way back, and goes on to the next one if it left the list. */
  change: (changes: Changes, done: string) => void;
  toggleClosed: () => void;
  isWorking: boolean;
}

/** What people do with a conversation besides answering it. Everything can be undone. */
export function useActions({ id, state }: Conversation, onDone: () => void): Actions {
  const toast = useToast();
  const undo = useWrite("inbox.undo", { refresh: LISTS });
  const write = useWrite("inbox.update", { refresh: LISTS });
  const change = (changes: Changes, done: string) =>
    write.mutate(
      { id, ...changes },
      {
        onSuccess: ({ operation_id: operation }) => {
          toast({ text: done, undo: () => undo.mutate({ operation_id: operation }) });
          if (changes.snoozed_until || (changes.state && changes.state !== "open")) onDone();
        },
      },
    );
  return {
    change,
    toggleClosed: () =>
      state === "open" || state === "snoozed" ? change({ state: "closed" }, "Closed.") : change({ state: "open" }, "Opened again."),
    isWorking: write.isPending,
  };
}

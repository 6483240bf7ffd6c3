import type { OutputOf } from "@kith/server/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api.ts";
import { isGone, LISTS } from "./read.ts";

/** Who else has the conversation open. */
export type Others = OutputOf<"inbox.attend">["others"];

/** The service forgets somebody who has been silent for 30 s. */
const SAY_AGAIN_MS = 12_000;
/** Somebody who pauses longer is reading again. */
const WRITING_MS = 8_000;

const NOBODY: Others = [];

/**
 * Says that this conversation is open, and who else has it open. The live stream says when that changes, so the answer is there within a
 * second or two. A tab in the background says nothing.
 */
export function usePresence(id: string, isWriting: boolean): Others {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["inbox.attend", { id, isWriting }],
    queryFn: ({ signal }) => api.call("inbox.attend", { id, doing: isWriting ? "writing" : "reading" }, { signal }),
    refetchInterval: SAY_AGAIN_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // It was shared and is not any more: whoever does not see a conversation hears nothing of it on the live stream.
  useEffect(() => {
    if (isGone(error)) void client.invalidateQueries({ predicate: ({ queryKey }) => LISTS.some((list) => list === queryKey[0]) });
  }, [error, client]);
  useEffect(() => {
    const leave = () => sayGone(id);
    // On a reload or another site nothing is taken off the page first.
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [id]);
  return data?.others ?? NOBODY;
}

const sayGone = (id: string) => void api.call("inbox.attend", { id, doing: "gone" }, { outlivesPage: true }).catch(() => undefined);

/** Whether something was typed a moment ago. */
export function useIsWriting(): [isWriting: boolean, noteTyping: () => void] {
  const [typedAt, setTypedAt] = useState(0);
  useEffect(() => {
    if (typedAt === 0) return undefined;
    const timer = setTimeout(() => setTypedAt(0), WRITING_MS);
    return () => clearTimeout(timer);
  }, [typedAt]);
  return [typedAt > 0, () => setTypedAt(Date.now())];
}

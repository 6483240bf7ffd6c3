import type { OutputOf } from "@kith/server/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Declined, read, useWrite } from "../../calls.ts";
import { saveFile } from "../../ui/file.ts";
import { useToast } from "../../ui/toast.tsx";

export type Export = OutputOf<"exports.get">;

const POLL_MS = 1_000;

/** An export, polled while it is running. */
export const useExport = (id: string, isWatched = true) =>
  useQuery({
    ...read("exports.get", { id }),
    enabled: isWatched,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== "running" ? false : POLL_MS),
  });

/** Downloads the parts of a file one after the other and saves them as one file. Asks for the password if needed. */
export function useDownload() {
  const toast = useToast();
  const part = useWrite("exports.read", { showsError: false });
  return useMutation({
    mutationFn: async ({ id, name, parts }: Export) => {
      const texts: string[] = [];
      for (let position = 0; position < parts; position++) texts.push((await part.mutateAsync({ id, position })).text);
      saveFile(name, texts);
    },
    onError: (error) => {
      if (!(error instanceof Declined)) toast({ tone: "error", text: error.message });
    },
  });
}

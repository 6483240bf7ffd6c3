import { wholeText } from "../../ui/formats.ts";
import type { OutputOf } from "@kith/server/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";

const POLL_MS = 700;

export type Samples = OutputOf<"samples.get">;

/** What this company has: sample records, its own records, or none. */
export const samples = read("samples.get", {});

export const useSamples = () =>
  useQuery({ ...samples, refetchInterval: (query) => (query.state.data?.state === "loading" ? POLL_MS : false) });

export const hasRecords = ({ records, own_types }: Samples) => records > 0 || own_types.length > 0;

/** Whether the answer can still change when a record does. */
export function isBeginning(answer: unknown): boolean {
  const known = answer as Samples | undefined;
  return known === undefined || known.state !== "none" || known.own_types.length < 2;
}

export function useLoadSamples() {
  const client = useQueryClient();
  return useWrite("samples.load", { onDone: (now) => client.setQueryData(samples.queryKey, now) });
}

export function useRemoveSamples(onDone: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  return useWrite("samples.remove", {
    refresh: ["samples.get"],
    async onDone({ removed, kept }) {
      onDone();
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("records.") });
      const left = kept === 0 ? "" : ` ${wholeText(kept)} that you changed stayed.`;
      toast({ text: `${wholeText(removed)} sample records removed.${left}` });
    },
  });
}

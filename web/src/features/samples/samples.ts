import type { OutputOf } from "@kith/server/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { refreshRecords } from "../records/record-cache.ts";

const LOOK_EVERY_MS = 700;

export type Samples = OutputOf<"samples.get">;

/** What this company holds: sample records, records of its own, or nothing yet. */
export const samples = read("samples.get", {});

export const useSamples = () =>
  useQuery({ ...samples, refetchInterval: (query) => (query.state.data?.state === "loading" ? LOOK_EVERY_MS : false) });

export const hasRecords = ({ records, own_types }: Samples) => records > 0 || own_types.length > 0;

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
      await refreshRecords(client);
      const left = kept === 0 ? "" : ` ${kept.toLocaleString("en")} that you changed stayed.`;
      toast({ text: `${removed.toLocaleString("en")} sample records removed.${left}` });
    },
  });
}

import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

/** What stands below one's messages in this channel: its own signature, or the one for every channel. Empty: none. */
export function useSignature(channel: string | undefined): string {
  const { data } = useQuery(read("inbox.listSignatures", {}));
  const of = (wanted: string | null) => data?.items.find((one) => one.channel === wanted)?.text;
  return of(channel ?? null) ?? of(null) ?? "";
}

/** An empty text with the signature below it. */
export const onlySignature = (signature: string) => (signature === "" ? "" : `\n\n${signature}`);

/** Whether somebody has written something besides the signature. */
export const hasWords = (text: string, signature: string) => text.trim() !== "" && text.trim() !== signature;

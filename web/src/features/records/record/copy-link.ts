import { copyText } from "../../../ui/copy.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { CrmRecord } from "../../fields/index.ts";

/** Copies the address of a record and says so. */
export function useCopyLink(record: CrmRecord): () => void {
  const toast = useToast();
  const copy = async () => {
    const isCopied = await copyText(new URL(`/records/${record.type}/${record.id}`, window.location.origin).toString());
    toast(isCopied ? { text: "Link copied." } : { tone: "error", text: "The link was not copied. Copy it from the address bar." });
  };
  return () => void copy();
}

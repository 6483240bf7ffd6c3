import { useMutation } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { saveFile } from "../../ui/file.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Import } from "./import.ts";

const BOM = "\uFEFF"; // without it Excel takes UTF-8 for the alphabet of its country

/** Saves the rows that were refused, or that were imported with a warning, each with its reason. */
export function useErrorFile({ id, name }: Import) {
  const toast = useToast();
  return useMutation({
    mutationFn: async (which: "refused" | "warnings") => {
      const parts = [BOM];
      for (let cursor: string | undefined; ;) {
        const page = await api.call("imports.errors", { id, which, ...(cursor ? { cursor } : {}) });
        parts.push(page.csv);
        if (!page.next_cursor) break;
        cursor = page.next_cursor;
      }
      saveFile(`${name.replace(/\.\w+$/, "")}, ${which === "refused" ? "refused rows" : "warnings"}.csv`, parts);
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
  });
}

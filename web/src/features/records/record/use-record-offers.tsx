import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../calls.ts";
import type { Offered } from "../../../ui/writing/use-completion.tsx";
import { TypeIcon, useTypesWhenKnown } from "../../types/index.ts";

const MAX_OFFERED = 8;
const SHORTEST = 2;
const TYPED = /\[\[([^[\]\n]{0,60})$/;

const typedAt = (text: string, caret: number) => TYPED.exec(text.slice(0, caret))?.[1];

/** Records to link to, after `[[`. What is chosen is written as its address. */
export function useRecordOffers() {
  const [query, setQuery] = useState("");
  const isAsked = query.trim().length >= SHORTEST;
  const { data } = useQuery({
    ...read("records.search", { query, limit: MAX_OFFERED }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const types = useTypesWhenKnown()?.items;
  return {
    look: (text: string, caret: number) => setQuery(typedAt(text, caret) ?? ""),
    recordOffers(text: string, caret: number): Offered | undefined {
      const typed = typedAt(text, caret);
      if (typed === undefined || !isAsked) return undefined;
      return {
        from: caret - typed.length - "[[".length,
        offers: (data?.items ?? []).map(({ id, type: key, title, detail }) => {
          const type = types?.find((one) => one.key === key);
          const insert = `${window.location.origin}/records/${key}/${id} `;
          return { id, label: title, side: detail, icon: <TypeIcon name={type?.icon ?? ""} />, insert };
        }),
      };
    },
  };
}

import type { Checked } from "@kith/filter";
import { conversationSchema } from "@kith/server/features/inbox/filter-schema";
import { useMemo } from "react";
import { useRows } from "../../calls.ts";
import { type FilterLanguage, useLanguageOf } from "../filters/index.ts";

const TYPE = conversationSchema([]).key;

/** The filter language about conversations, with the channels that one sees. */
export function useConversationLanguage(): FilterLanguage | undefined {
  const { data: channels } = useRows("channels.list", {});
  const schemas = useMemo(() => {
    if (!channels) return undefined;
    const seen = channels.filter((one) => one.can_read).map(({ id, name }) => ({ key: id, label: name }));
    return new Map([[TYPE, conversationSchema(seen)]]);
  }, [channels]);
  return useLanguageOf(TYPE, schemas);
}

/** Whether the list is found by words, and stands then by the latest message that has them. */
export function isFoundByWords(checked: Checked | undefined): boolean {
  if (!checked?.ok) return false;
  const { checked: node } = checked;
  return (node.kind === "and" ? node.nodes : [node]).some(({ kind }) => kind === "text");
}

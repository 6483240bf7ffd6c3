import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "../../api.ts";
import { changeDraft, draftText, readDraft, useDraft } from "./draft.ts";
import { useDraftKey } from "./use-draft-key.ts";

/** After this much silence what was typed is saved. */
const PAUSE_MS = 700;

/**
 * The answer that is being written in a conversation. It is in this browser at once, and with the service a moment later: it comes back
 * after a reload and in another browser.
 */
export function useKeptDraft(id: string) {
  const key = useDraftKey(id);
  const draft = useDraft(key);
  // Read when the conversation is opened, and not again while somebody may be writing.
  useQuery({ queryKey: ["ownDraft", id], queryFn: () => bring(id, key), gcTime: 0, retry: false, refetchOnWindowFocus: false });
  const hasFailed = useSaving(id, key, draft);
  return { key, draft, hasFailed };
}

/** What the service has. If something was typed here meanwhile, that counts. */
async function bring(id: string, key: string): Promise<string | null> {
  const before = draftText(key);
  const { draft } = await api.call("inbox.getDraft", { id });
  if (draftText(key) !== before || readDraft(before).isUnsaved) return null;
  if (draft) {
    const { updated_at: savedAt, ...content } = draft;
    changeDraft(key, { ...content, isUnsaved: false });
    return savedAt;
  }
  // Sent or thrown away in another browser.
  if (before !== null) changeDraft(key, { text: "", to: "", cc: "", subject: "", files: [], seen: null, isUnsaved: false });
  return null;
}

function useSaving(id: string, key: string, draft: ReturnType<typeof useDraft>): boolean {
  const [hasFailed, setFailed] = useState(false);
  // One after the other: an earlier text never arrives after a later one.
  const last = useRef(Promise.resolve());
  const save = useEffectEvent(() => {
    last.current = last.current
      .then(() => push(id, key))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      );
  });
  const kept = JSON.stringify(draft);
  useEffect(() => {
    if (!readDraft(kept).isUnsaved) return undefined;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [kept]);
  // Somebody goes on to another conversation before the pause is over.
  useEffect(
    () => () => {
      if (readDraft(draftText(key)).isUnsaved) push(id, key).catch(() => undefined);
    },
    [id, key],
  );
  return hasFailed;
}

async function push(id: string, key: string): Promise<void> {
  const sent = draftText(key);
  const { isUnsaved, files, ...content } = readDraft(sent);
  if (!isUnsaved) return;
  await api.call("inbox.saveDraft", { id, ...content, files: files.map((file) => file.id) });
  if (draftText(key) === sent) changeDraft(key, { isUnsaved: false });
}

import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { erasedKeys, type TakenItem } from "../../channels/index.ts";
import { messageId } from "../ids.ts";
import { sameMessages, type KnownMessage } from "./known-store.ts";
import type { TakenMessage } from "./taken.ts";

/**
 * Tells what is here already from what is new. A mail that was moved, or found again after its server numbered everything anew, has the
 * same key; in the folder of sent mail, what was sent from here has the Message-ID or the mark that it left with. What was erased with the
 * person who wrote it stays so.
 */
export async function findSame(call: Call<System>, channelId: string, arrivals: TakenMessage[]) {
  const { tx, actor } = call;
  const sent = arrivals.filter(({ role }) => role === "sent");
  const keys = arrivals.map(({ content }) => content.key);
  const rfcIds = sent.flatMap(({ content }) => content.rfcId ?? []);
  const ours = sent.flatMap(({ content }) => markOf(content.kithMessage) ?? []);
  const [erased, known] = await Promise.all([
    erasedKeys(tx, actor.companyId, channelId, keys),
    sameMessages(tx, actor.companyId, channelId, keys, rfcIds, ours),
  ]);
  const byKey = new Map(known.flatMap((one) => (one.key === null ? [] : [[one.key, one.id]])));
  const find = ({ role, content }: TakenMessage) => byKey.get(content.key) ?? (role === "sent" ? foundIn(known, content) : undefined);
  const fresh: TakenMessage[] = [];
  const duplicates: TakenItem[] = [];
  const inBatch = new Set<string>();
  for (const one of arrivals) {
    const same = find(one);
    const { key } = one.content;
    if (same === undefined && erased.has(key))
      duplicates.push({ id: one.itemId, state: "skipped", reason: "erased", messageId: null, key });
    else if (same === undefined && !inBatch.has(key)) fresh.push(one);
    else duplicates.push({ id: one.itemId, state: "duplicate", reason: null, messageId: same ?? null, key });
    inBatch.add(key);
  }
  return { fresh, duplicates };
}

function foundIn(known: KnownMessage[], { rfcId, kithMessage }: TakenMessage["content"]): string | undefined {
  const mark = markOf(kithMessage);
  return known.find((one) => one.key === null && (one.id === mark || (rfcId !== null && one.rfc_id === rfcId)))?.id;
}

function markOf(text: string | null): string | undefined {
  const parsed = text === null ? undefined : messageId.safeDecode(text);
  return parsed?.success ? parsed.data : undefined;
}

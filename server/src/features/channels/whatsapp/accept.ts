import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { after, MINUTE_MS } from "../../../kernel/clock.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../platform/random.ts";
import { splitCallback, type CallbackItem } from "./callback.ts";
import { fetchMedia } from "./jobs.ts";
import { toStore } from "./stored-item.ts";
import * as store from "./store.ts";

// A message whose file cannot be fetched is shown without it. The job gives up after half an hour; this is for a job that was lost.
const FILE_WAIT_MS = 40 * MINUTE_MS;

/** Writes down every message and status of a callback whose signature was checked. What is here already stays as it is. */
export async function writeDown(call: Call<System>, calledId: string, body: Buffer): Promise<number> {
  const { tx, actor, clock } = call;
  const found = split(body);
  if (found.length === 0) return 0;
  const numbers = found.flatMap(({ phoneNumberId }) => phoneNumberId ?? []);
  const channels = await store.channelsOfNumbers(tx, actor.companyId, [...new Set(numbers)]);
  // The same key twice in one callback is one item.
  const items = new Map<string, store.NewItem & { hasFile: boolean }>();
  for (const { phoneNumberId, sourceKey, bytes: sent } of found) {
    const channelId = phoneNumberId === null ? calledId : channels.get(phoneNumberId);
    if (channelId === undefined) continue; // another number of the same app, which is no channel here
    const { bytes, hasFile } = toStore(sent);
    const waitsUntil = hasFile ? after(clock, FILE_WAIT_MS) : null;
    items.set(`${channelId}/${sourceKey}`, { id: newId(), channelId, sourceKey, bytes, waitsUntil, hasFile });
  }
  const added = await store.insertItems(tx, actor.companyId, [...items.values()], clock.now());
  for (const { id, channelId, hasFile } of items.values())
    if (hasFile && added.has(id)) await call.enqueue(fetchMedia, { company: actor.companyId, channel: channelId, item: id });
  return added.size;
}

function split(body: Buffer): CallbackItem[] {
  try {
    return splitCallback(body);
  } catch {
    throw invalid([{ pointer: "", message: "This is not a callback of the Cloud API." }]);
  }
}

import { api } from "../../../api.ts";
import type { CrmRecord } from "../record.ts";

const LOOKED_AT = 25;

/** "Tomasz changed this amount 20 s ago." */
export async function whoChanged(record: CrmRecord, field: string): Promise<string> {
  const what = field.replaceAll("_", " ");
  const { items } = await api.call("records.timeline", { id: record.id, limit: LOOKED_AT }).catch(() => ({ items: [] }));
  const event = items.find(({ changes }) => changes && field in changes);
  if (!event) return `someone changed this ${what} meanwhile.`;
  const who = event.key ? `${event.actor?.name ?? "Someone"} via key ${event.key.name}` : (event.actor?.name.split(" ", 1)[0] ?? "Someone");
  return `${who} changed this ${what} ${agoText(Date.now() - Date.parse(event.at))}.`;
}

function agoText(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0);
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}

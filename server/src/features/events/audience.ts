import type { EventType } from "../../kernel/event.ts";
import type { FreshEvent } from "./live-store.ts";

/** Who may see an event as it happens. */
export interface Audience {
  isForEveryone(type: string): boolean;
  /** Besides Admins, who may read the log. Null: every member. */
  of(event: FreshEvent): string[] | null;
}

/** An event that names a channel is limited by it. */
interface InChannel {
  channel: string | null;
  is_shared: boolean;
}

/** Who sees an event that is limited by a channel; undefined for one that is not. `seers` are the members who see each channel. */
export function seersOfEvent({ channel, is_shared }: InChannel, seers: Map<string, string[]>): string[] | undefined {
  return channel === null || is_shared ? undefined : (seers.get(channel) ?? []);
}

/**
 * Reads the audience of each event from its declaration. Closed by default: an undeclared event, such as one of a newer version, is
 * visible only to the member who caused it and to the owner of the key it is about.
 */
export function createAudience(eventTypes: EventType[]): Audience {
  const open = new Set(eventTypes.filter(({ audience }) => audience === "everyone").map(({ type }) => type));
  return {
    isForEveryone: (type) => open.has(type),
    of({ type, actor, key_owner }) {
      if (open.has(type)) return null;
      return [...(actor ? [actor.id] : []), ...(key_owner ? [key_owner] : [])];
    },
  };
}

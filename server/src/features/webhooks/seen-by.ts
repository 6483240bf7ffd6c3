import type { Member } from "../../kernel/actor.ts";
import type { EventType } from "../../kernel/event.ts";

/** What a person sees of webhooks and their deliveries. An Admin, who may read the log, sees all of it. */
export interface SeenBy {
  isAdmin: boolean;
  /** Only deliveries of these types, and tests; null: all. */
  types: string[] | null;
  /** Null where the name may be that of somebody's own view or dashboard. */
  name(type: string, name: string | null): string | null;
  /** Members see the host only: the path of a hook is often its password. */
  url(url: string): string;
}

export function createSeenBy(eventTypes: EventType[]): (actor: Pick<Member, "role">) => SeenBy {
  const types = eventTypes.filter(({ audience }) => audience === "everyone").map(({ type }) => type);
  const nameless = new Set(eventTypes.filter(({ isNamePrivate }) => isNamePrivate).map(({ type }) => type));
  const member: SeenBy = {
    isAdmin: false,
    types,
    name: (type, name) => (nameless.has(type) ? null : name),
    url: (url) => `${new URL(url).origin}/`,
  };
  const admin: SeenBy = { isAdmin: true, types: null, name: (_, name) => name, url: (url) => url };
  return ({ role }) => (role === "admin" ? admin : member);
}

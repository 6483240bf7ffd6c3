import type { FoundNews, LiveNews } from "../../features/events/operations.ts";
import type { Role } from "../../kernel/actor.ts";

interface Viewer {
  id: string;
  role: Role;
}

/** Keep only events this user may see; undefined if none is left. */
export function newsFor({ id, role }: Viewer, { changes, crowds }: FoundNews): LiveNews | undefined {
  const isAdmin = role === "admin";
  const news = {
    changes: changes
      .filter(({ only_for }) => isAdmin || only_for === null || only_for.includes(id))
      .map(({ only_for: _audience, ...change }) => change),
    crowds: crowds.filter(({ is_for_admins }) => isAdmin || !is_for_admins).map(({ is_for_admins: _admins, ...summary }) => summary),
  };
  return news.changes.length + news.crowds.length > 0 ? news : undefined;
}

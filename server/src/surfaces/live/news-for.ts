import type { FoundNews, LiveNews } from "../../features/events/operations.ts";
import type { Role } from "../../kernel/actor.ts";

interface Viewer {
  id: string;
  role: Role;
}

/** Keep only events this user may see; undefined if none is left. */
export function newsFor({ id, role }: Viewer, { changes, crowds }: FoundNews): LiveNews | undefined {
  const isAdmin = role === "admin";
  const isFor = ({ only_for, is_limited }: { only_for: string[] | null; is_limited: boolean }) =>
    only_for === null || only_for.includes(id) || (isAdmin && !is_limited);
  const news = {
    changes: changes.filter(isFor).map(({ only_for: _audience, is_limited: _limited, ...change }) => change),
    crowds: crowds
      .filter((crowd) => isFor(crowd) && (isAdmin || !crowd.is_for_admins))
      .map(({ is_for_admins: _admins, only_for: _audience, is_limited: _limited, ...summary }) => summary),
  };
  return news.changes.length + news.crowds.length > 0 ? news : undefined;
}

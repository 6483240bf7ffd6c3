import type { Member } from "../../kernel/actor.ts";
import type { DashboardRow } from "./store.ts";

/** One's own dashboards can be changed; an Admin changes shared ones, too. A personal one of somebody else is never found. */
export const canEdit = (actor: Pick<Member, "userId" | "role">, { owner }: Pick<DashboardRow, "owner">) =>
  owner.id === actor.userId || actor.role === "admin";

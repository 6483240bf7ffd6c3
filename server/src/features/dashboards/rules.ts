import type { Member } from "../../kernel/actor.ts";
import type { DashboardRow } from "./store.ts";

/** The owner can change a dashboard; an Admin can change shared ones, too. Another member's personal dashboard is not found. */
export const canEdit = (actor: Pick<Member, "userId" | "role">, { owner }: Pick<DashboardRow, "owner">) =>
  owner.id === actor.userId || actor.role === "admin";

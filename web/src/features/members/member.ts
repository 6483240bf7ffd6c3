import type { OutputOf } from "@kith/server/contract";

export type Member = OutputOf<"members.list">["items"][number];

export const roleLabels = { admin: "Admin", member: "Member" };

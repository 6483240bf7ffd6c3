import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, forbidden, notFound } from "../../kernel/errors.ts";
import type { Changes } from "../../kernel/event.ts";
import { memberUpdated } from "./events.ts";
import * as store from "./store.ts";

interface Change {
  id: string;
  role?: store.MemberRow["role"] | undefined;
  disabled?: boolean | undefined;
}

/** Changes a role, disables or enables. `whom` limits it to Members: what a key may do. */
export async function changeMember(
  call: Call<Member>,
  { id, role, disabled }: Change,
  whom: "anyone" | "members",
): Promise<store.MemberRow> {
  const { actor, tx, clock, emit } = call;
  const admins = await store.lockAdmins(tx, actor.companyId);
  const member = await store.findForUpdate(tx, actor.companyId, id.includes("@") ? "email" : "id", id);
  if (!member) throw notFound("Member");
  if (whom === "members" && member.role === "admin")
    throw forbidden("web_app_only", "An Admin can only be changed in the web application, by another Admin, under Company, Members.");
  const disabledAt = disabled ? (member.disabled_at ?? clock.now()) : null;
  const changed = { ...member, role: role ?? member.role, disabled_at: disabled === undefined ? member.disabled_at : disabledAt };

  const remainsAdmin = changed.role === "admin" && !changed.disabled_at;
  if (!remainsAdmin && admins.every((admin) => admin === member.id)) {
    throw conflict("last_admin", "A company needs at least one Admin. Make someone else an Admin first.");
  }
  const changes = differences(member, changed);
  if (Object.keys(changes).length === 0) return member;
  await store.update(tx, actor.companyId, changed);
  await emit(memberUpdated, { subjectId: member.id, data: { name: member.name }, changes });
  return changed;
}

export function differences(from: store.MemberRow, to: store.MemberRow): Changes {
  const changes: Changes = {};
  if (from.name !== to.name) changes["name"] = [from.name, to.name];
  if (from.role !== to.role) changes["role"] = [from.role, to.role];
  if (Boolean(from.disabled_at) !== Boolean(to.disabled_at)) changes["disabled"] = [Boolean(from.disabled_at), Boolean(to.disabled_at)];
  return changes;
}

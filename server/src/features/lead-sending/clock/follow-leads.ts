import type { Call } from "../../../kernel/call.ts";
import type { Announcement } from "../../../kernel/event.ts";
import { newId } from "../../../platform/random.ts";
import type { leadConverted } from "../../leads/events.ts";
import type { activityLogged, noteAdded, recordUpdated } from "../../records/events.ts";
import type { leadRouted } from "../events.ts";
import { hoursOf } from "./hours-of.ts";
import * as store from "./clock-store.ts";
import { addWorkingTime, workingMinutes } from "./working-time.ts";

/** A lead was given to a person: their clock starts, and that of whoever had it ends. */
export async function startClocks({ tx, actor, clock }: Call, routed: Announcement<typeof leadRouted.data>[]): Promise<void> {
  // Without an outcome the lead stays where it is, and so does its clock.
  const moved = routed.filter(({ data }) => data.outcome !== "none");
  if (moved.length === 0 || actor.kind === "anonymous") return;
  const { companyId } = actor;
  const now = clock.now();
  await store.endRunning(
    tx,
    companyId,
    moved.map((one) => one.subjectId),
    now,
  );
  const policy = await store.policy(tx, companyId);
  const given = new Map(moved.flatMap(({ subjectId, data }) => (data.outcome === "assign" && data.user ? [[subjectId, data.user]] : [])));
  if (!policy?.is_on || given.size === 0) return;
  const hours = await hoursOf(tx, companyId, [...given.values()]);
  await store.start(
    tx,
    companyId,
    [...given].map(([leadId, userId]) => ({
      id: newId(),
      lead_id: leadId,
      user_id: userId,
      started_at: now,
      due_at: addWorkingTime(hours(userId), now, policy.minutes),
      minutes: policy.minutes,
      on_overdue: policy.on_overdue,
    })),
  );
}

type Response = "note" | "status" | "converted";

/** A person did something about leads: the first time is the response. */
async function respond({ tx, actor, clock }: Call, leadIds: string[], response: Response): Promise<void> {
  if (leadIds.length === 0 || actor.kind !== "member") return;
  const running = await store.lockRunning(tx, actor.companyId, leadIds);
  if (running.length === 0) return;
  const now = clock.now();
  const hours = await hoursOf(
    tx,
    actor.companyId,
    running.map((one) => one.user_id),
  );
  for (const one of running) {
    const minutes = workingMinutes(hours(one.user_id), one.started_at, now);
    await store.respond(tx, actor.companyId, one.id, { at: now, by: actor.userId, response, minutes });
  }
}

const isLead = (one: { data: { type?: string } }) => one.data.type === "lead";
const ids = (announced: { subjectId: string }[]) => announced.map((one) => one.subjectId);

export const followNotes = (call: Call, added: Announcement<typeof noteAdded.data>[]) => respond(call, ids(added.filter(isLead)), "note");

export const followActivities = (call: Call, logged: Announcement<typeof activityLogged.data>[]) =>
  respond(call, ids(logged.filter(isLead)), "note");

export const followConversions = (call: Call, converted: Announcement<typeof leadConverted.data>[]) =>
  respond(call, ids(converted), "converted");

/** Another status is a response. Another owner is none, but the clock is theirs from now on. */
export async function followChanges(call: Call, updated: Announcement<typeof recordUpdated.data>[]): Promise<void> {
  const { actor, tx } = call;
  const leads = updated.filter(isLead);
  if (leads.length === 0 || actor.kind !== "member") return;
  await respond(call, ids(leads.filter((one) => one.changes?.["stage_entered_at"])), "status");
  const handed = new Map(
    leads.flatMap((one) => (typeof one.changes?.["owner"]?.[1] === "string" ? [[one.subjectId, one.changes["owner"][1]]] : [])),
  );
  const running = handed.size > 0 ? await store.lockRunning(tx, actor.companyId, [...handed.keys()]) : [];
  for (const one of running) {
    const owner = handed.get(one.lead_id);
    if (owner) await store.handTo(tx, actor.companyId, one.id, owner);
  }
}

import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { LoggedEvent } from "../../kernel/subscription.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { endRound, endWithoutTasks, dueTasks, lockRound, lookAgain, type Tasks } from "./due-store.ts";
import { hasDueTime } from "./from-events.ts";
import { tell } from "./tell.ts";

const TASK = "task";

/** The tasks of a company; undefined if they have no due time. */
function tasksIn(schema: CompanySchema): { type: TypeDefinition; dateField: string; tasks: Tasks } | undefined {
  const type = schema.byKey.get(TASK);
  if (!type?.dateField) return undefined;
  const stages = findField(type, type.stageField ?? "")?.options ?? [];
  const openStages = stages.filter(({ state }) => state !== "won" && state !== "lost").map(({ key }) => key);
  const isDay = findField(type, type.dateField)?.shape === "day";
  return { type, dateField: type.dateField, tasks: { typeId: type.id, openStages, isDay, zone: schema.timeZone } };
}

/** Tells each owner once how many of their tasks became due since the last look, and writes down when the next one does. */
export async function tellDue(call: Call<System>, schema: CompanySchema, sendsMail: boolean): Promise<boolean> {
  const { tx, actor, clock } = call;
  const [doneUntil, now] = [await lockRound(tx, actor.companyId), clock.now()];
  if (!doneUntil) return false;
  const found = tasksIn(schema);
  if (!found) {
    await endWithoutTasks(tx, actor.companyId, now);
    return true;
  }
  const due = await dueTasks(tx, actor.companyId, found.tasks, doneUntil, now);
  await endRound(tx, actor.companyId, found.tasks, now);
  const about = { subject_type: "rec", type_id: found.type.id, actor_id: null } as const;
  await tell(
    call,
    due.map((row) => ({ ...row, kind: "due", group_id: row.subject_id, ...about })),
    sendsMail,
  );
  return true;
}

/** Most events are of other records, and then nothing has to be read. */
export const areOfTasks = (events: LoggedEvent[]) =>
  events.some(({ changes, data }) => changes && (data as { type?: string } | null)?.type === TASK);

/** A task that is due earlier than the next look brings it forward. */
export async function followDueTimes({ tx, actor, clock }: Call<System>, schema: CompanySchema, events: LoggedEvent[]): Promise<void> {
  const found = tasksIn(schema);
  if (found && hasDueTime(events, found.dateField, found.type.key)) await lookAgain(tx, actor.companyId, clock.now());
}

import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { ListedEvent } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { recountActivity } from "../activity.ts";
import { activityDeleted, activityRestored, activityUpdated } from "../events.ts";
import { type ActivityKind, recordId } from "../inputs.ts";
import { isSame } from "../write/save.ts";
import { idsOf, rewrite, shown } from "./activities.ts";
import * as store from "./store.ts";

type Keep = (event: ListedEvent, reason: string) => void;

const dataOf = (event: ListedEvent) => event.data as { name: string; type: string; activity: string; kind: ActivityKind };

/** Deletes the activities that these events logged or brought back, even if they were changed since; or brings back those they deleted. */
export async function undoActivities(
  call: Call<Member>,
  schema: CompanySchema,
  events: ListedEvent[],
  wanted: "deleted" | "restored",
  keep: Keep,
): Promise<void> {
  if (events.length === 0) return;
  const { tx, actor } = call;
  const ids = events.map((event) => dataOf(event).activity);
  const now = wanted === "deleted" ? call.clock.now() : null;
  const before = wanted === "deleted" ? await store.find(tx, actor.companyId, ids) : [];
  const marked = await store.mark(tx, actor.companyId, ids, now);
  const after = wanted === "restored" ? await store.find(tx, actor.companyId, ids) : [];
  for (const event of events)
    if (!marked.has(dataOf(event).activity)) keep(event, wanted === "deleted" ? "no longer has that activity" : "has that activity again");
  const done = events.filter((event) => marked.has(dataOf(event).activity));
  const people = [...before, ...after].filter(({ id }) => marked.has(id)).flatMap(idsOf);
  await recountActivity(call, schema, [...new Set([...done.map((event) => event.subject_id), ...people])]);
  await call.emitAll(
    wanted === "deleted" ? activityDeleted : activityRestored,
    done.map((event) => ({ subjectId: event.subject_id, data: dataOf(event) })),
  );
}

/** Restores what these events changed, unless it was changed again since. */
export async function undoActivityChanges(call: Call<Member>, schema: CompanySchema, events: ListedEvent[], keep: Keep): Promise<void> {
  for (const event of events) {
    const { activity } = dataOf(event);
    const old = await store.lock(call.tx, call.actor.companyId, activity);
    const changes = Object.entries(event.changes ?? {});
    const now = old ? shown(old) : {};
    if (!old || changes.some(([key, [, to]]) => !isSame(now[key] ?? null, to ?? null))) {
      keep(event, "has that activity no longer, or it was changed again since");
      continue;
    }
    const values = Object.fromEntries(changes.map(([key, [from]]) => [key, from]));
    const undone = await rewrite(call, schema, old, asStored(old, values));
    await call.emit(activityUpdated, { subjectId: event.subject_id, data: dataOf(event), changes: undone });
  }
}

/** The activity with values as the event log keeps them. */
function asStored(old: store.ActivityRow, values: Record<string, unknown>): store.ActivityRow {
  const { at, people, ...others } = values;
  return {
    ...old,
    ...others,
    ...(typeof at === "string" ? { at: new Date(at) } : {}),
    ...(Array.isArray(people) ? { people: (people as string[]).map((id) => ({ id: recordId.decode(id), title: "" })) } : {}),
  };
}

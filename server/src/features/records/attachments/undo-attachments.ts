import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { ListedEvent } from "../../events/index.ts";
import { fileRemoved, fileRenamed, fileRestored } from "../events.ts";
import { changeName } from "./attachments.ts";
import * as store from "./store.ts";

type Keep = (event: ListedEvent, reason: string) => void;

const dataOf = (event: ListedEvent) => event.data as { name: string; type: string; attachment: string; file_name: string };

/** Removes the files that these events attached or brought back, or brings back those that they removed. */
export async function undoAttachments(
  call: Call<Member>,
  events: ListedEvent[],
  wanted: "removed" | "restored",
  keep: Keep,
): Promise<void> {
  const { tx, actor, clock } = call;
  for (const event of events) {
    const data = dataOf(event);
    const isTaken = wanted === "restored" && (await store.isTaken(tx, actor.companyId, data.attachment, null));
    const isDone = !isTaken && (await store.mark(tx, actor.companyId, data.attachment, wanted === "removed" ? clock.now() : null));
    if (!isDone) keep(event, wanted === "removed" ? "no longer has that file" : "has that file again, or it is gone for good");
    else await call.emit(wanted === "removed" ? fileRemoved : fileRestored, { subjectId: event.subject_id, data });
  }
}

/** Gives files the names back that these events replaced, unless they were replaced again since. */
export async function undoRenames(call: Call<Member>, events: ListedEvent[], keep: Keep): Promise<void> {
  const { tx, actor } = call;
  for (const event of events) {
    const [from, to] = (event.changes?.["name"] ?? []) as [string, string];
    const data = dataOf(event);
    const row = await store.lock(tx, actor.companyId, data.attachment);
    if (row?.name !== to || (await store.isTaken(tx, actor.companyId, row.id, from))) {
      keep(event, "has that file no longer, or it was renamed again since");
      continue;
    }
    await changeName(call, row, from);
    await call.emit(fileRenamed, { subjectId: event.subject_id, data: { ...data, file_name: from }, changes: { name: [to, from] } });
  }
}

import type { Call } from "../../../kernel/call.ts";
import type { Announcement, Changes } from "../../../kernel/event.ts";
import type { recordUpdated } from "../../records/events.ts";
import * as store from "./conversion-store.ts";

type Updated = Announcement<typeof recordUpdated.data>;

/**
 * A conversion is undone like any operation: the lead's values go back. Here its row learns of it, in the same transaction. The undo of
 * that undo is the same changes again.
 */
export async function followUndo({ tx, actor, clock }: Call, updated: Updated[]): Promise<void> {
  const leads = updated.filter((one) => one.data.type === "lead");
  if (leads.length === 0 || actor.kind === "anonymous") return;
  const rows = await store.find(
    tx,
    actor.companyId,
    leads.map((one) => one.subjectId),
  );
  for (const row of rows) {
    const changes = leads.find((one) => one.subjectId === row.lead_id)?.changes ?? {};
    if (!row.undone_at && isTakenBack(row.changes, changes)) await store.mark(tx, actor.companyId, row.lead_id, clock.now());
    else if (row.undone_at && isTakenBack(turned(row.changes), changes)) await store.mark(tx, actor.companyId, row.lead_id, null);
  }
}

/** Whether these changes set all of those back. */
function isTakenBack(made: Changes, changes: Changes): boolean {
  const keys = Object.keys(made);
  return keys.length > 0 && keys.every((key) => JSON.stringify(changes[key]) === JSON.stringify(made[key]?.toReversed()));
}

const turned = (changes: Changes): Changes => Object.fromEntries(Object.entries(changes).map(([key, [from, to]]) => [key, [to, from]]));

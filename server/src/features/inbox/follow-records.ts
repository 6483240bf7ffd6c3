import type { Call } from "../../kernel/call.ts";
import type { Announcement } from "../../kernel/event.ts";
import type { recordMerged } from "../records/events.ts";

/**
 * A record was merged into another: conversations with it are with the other one. Otherwise they would go for good with the record that is
 * left over, 30 days later.
 */
export async function followMerge({ tx, actor }: Call, merged: Announcement<typeof recordMerged.data>[]): Promise<void> {
  if (actor.kind === "anonymous") return;
  for (const { subjectId, data } of merged) {
    const values = [actor.companyId, subjectId, data.into];
    await tx.query("update conversations set contact_id = $3 where company_id = $1 and contact_id = $2", values);
    await tx.query("update messages set contact_id = $3 where company_id = $1 and contact_id = $2", values);
    await tx.query(
      `insert into conversation_records (company_id, record_id, conversation_id)
       select company_id, $3, conversation_id from conversation_records where company_id = $1 and record_id = $2 on conflict do nothing`,
      values,
    );
  }
}

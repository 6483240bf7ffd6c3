import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, MINUTE_MS } from "../../../kernel/clock.ts";
import { usesOf, type KnownUse } from "../../../platform/files/uses.ts";
import { messageId } from "../ids.ts";
import * as store from "./claim-store.ts";
import { lockSettled } from "./outcome-store.ts";
import { settle } from "./settle.ts";
import { settleStranded } from "./stranded.ts";

/** A program that took a message of an API channel has this long to say what became of it. */
export const SILENT_MS = 15 * MINUTE_MS;

const DIED = "The service stopped while it was sending. It may have left.";
const SILENT = "The program that sends for this channel took it and reported nothing. It may have left.";

export interface Outgoing extends store.ClaimedRow {
  companyId: string;
  files: KnownUse[];
}

type Asked = Omit<store.Claim, "now">;

/** What is due, reserved for this worker. What another one was sending when it died is never sent again by itself. */
export async function claimMessages(call: Call<System>, asked: Asked): Promise<Outgoing[]> {
  const { tx, actor, clock } = call;
  const { companyId } = actor;
  await settleLost(call, asked.lease);
  await settleStranded(call);
  const rows = await store.claimDue(tx, companyId, { ...asked, now: clock.now() });
  const files = await usesOf(
    tx,
    companyId,
    rows.map(({ id }) => messageId.encode(id)),
  );
  return rows.map((row) => ({ ...row, companyId, files: files.get(messageId.encode(row.id)) ?? [] }));
}

async function settleLost(call: Call<System>, lease: string): Promise<void> {
  const { tx, actor, clock } = call;
  const lost = await store.lostIn(tx, actor.companyId, lease, before(clock, SILENT_MS));
  for (const row of await lockSettled(tx, actor.companyId, lost)) {
    if (row.state === "sending") await settle(call, row, { state: "unknown", error: row.lease_by ? DIED : SILENT });
  }
  // Of some it became known what became of them meanwhile.
  await store.letGo(tx, actor.companyId, lost);
}

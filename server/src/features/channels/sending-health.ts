import type { Call } from "../../kernel/call.ts";
import { channelFailing, channelRecovered } from "./events.ts";
import { clean, MAX_WORDS, nextSignIn, noteReached, noteTrouble, type Trouble } from "./health.ts";
import * as store from "./store.ts";

/**
 * What a try to send tells about the channel; null: it left. A mailbox sends through a server of its own, so that is told apart from
 * receiving; WhatsApp has one token for all. Answers when sending from a mailbox is tried again.
 */
export async function noteSending(call: Call, companyId: string, id: string, found: Trouble | null): Promise<Date | null> {
  if (!found && !(await isUnwell(call, companyId, id))) return null; // nobody waits for a lock where all is well
  const row = await store.lock(call.tx, companyId, id);
  if (!row) return null;
  if (row.kind === "email") return found ? noteSendingTrouble(call, companyId, row, found) : noteSendingWell(call, companyId, row);
  if (found) await noteTrouble(call, companyId, row, found, undefined);
  else await noteReached(call, companyId, row, undefined);
  return null;
}

async function isUnwell({ tx }: Call, companyId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    "select from channels where company_id = $1 and id = $2 and (sending_cause is not null or (kind = 'whatsapp' and cause is not null))",
    [companyId, id],
  );
  return rows.length > 0;
}

type Sender = Pick<store.ChannelRow, "id" | "name" | "sending_cause" | "sending_since">;

/** It is told once, not at every try. */
export async function noteSendingTrouble(call: Call, companyId: string, row: Sender, { cause, words, remedy }: Trouble): Promise<Date> {
  const { tx, clock } = call;
  const since = row.sending_since ?? clock.now();
  const next = nextSignIn(cause, since, clock);
  await tx.query(
    `update channels set sending_cause = $3, sending_words = $4, sending_remedy = $5, sending_since = $6, sending_next_try_at = $7
     where company_id = $1 and id = $2`,
    [companyId, row.id, cause, clean(words, MAX_WORDS), clean(remedy, MAX_WORDS), since, next],
  );
  if (row.sending_cause === null)
    await call.emit(channelFailing, { subjectId: row.id, data: { name: row.name, cause, remedy, part: "sending" } });
  return next;
}

export async function noteSendingWell(call: Call, companyId: string, row: Sender): Promise<null> {
  if (row.sending_cause === null) return null;
  await call.tx.query(`update channels set ${store.NO_SENDING_TROUBLE} where company_id = $1 and id = $2`, [companyId, row.id]);
  await call.emit(channelRecovered, { subjectId: row.id, data: { name: row.name, part: "sending" } });
  return null;
}

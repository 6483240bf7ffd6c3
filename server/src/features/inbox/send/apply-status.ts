import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { cutText } from "../../../platform/cut-text.ts";
import { messageId } from "../ids.ts";
import { findByExternalId, findByRfcId, lockSettled } from "./outcome-store.ts";
import { settle } from "./settle.ts";
import { rises, type Reported } from "./states.ts";

const MAX_WORDS = 500;

export interface StatusReport {
  /** `msg_…`, or the other side's own id. */
  message: string;
  state: Reported;
  externalId?: string | null;
  error?: string | null;
}

/** What another system says about a message that left through its channel. Reports come twice and in any order. Undefined: there is no such message. */
export async function applyStatus(call: Call<System>, channelId: string, report: StatusReport): Promise<string | undefined> {
  const { tx, actor } = call;
  const own = messageId.safeDecode(report.message);
  const id = own.success ? own.data : await findByExternalId(tx, actor.companyId, channelId, report.message);
  const [row] = id === undefined ? [] : await lockSettled(tx, actor.companyId, [id]);
  if (!row || row.channel_id !== channelId) return undefined;
  if (!rises(row.state, report.state)) return row.id;
  const error = report.state === "failed" ? cutText(report.error ?? "The other system says that it failed.", MAX_WORDS) : null;
  await settle(call, row, { state: report.state, error, externalId: report.externalId ?? null });
  return row.id;
}

/** A copy in the mailbox's Sent folder: a message of which nobody knew whether it left has left. True: it is one of ours. */
export async function noteInSent(
  call: Call<System>,
  channelId: string,
  mail: { messageId: string | null; kithMessage: string | null },
): Promise<boolean> {
  const { tx, actor } = call;
  const own = mail.kithMessage === null ? undefined : messageId.safeDecode(mail.kithMessage);
  const byRfc = mail.messageId === null ? undefined : await findByRfcId(tx, actor.companyId, channelId, mail.messageId);
  const id = byRfc ?? (own?.success ? own.data : undefined);
  const [row] = id === undefined ? [] : await lockSettled(tx, actor.companyId, [id]);
  if (!row || row.channel_id !== channelId) return false;
  if (row.state === "unknown") await settle(call, row, { state: "sent" });
  return true;
}

import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { pollAsOwner } from "../../../platform/poll-as-owner.ts";
import type { MailAccountOpener } from "../email/accounts.ts";
import type { Trouble } from "../health.ts";
import { channelId } from "../shapes.ts";
import { noteHealth, noteSending } from "../worker-operations.ts";
import { checkNumber } from "../whatsapp/check-number.ts";
import { takeDueNumbers, takeDueSenders, type DueChannel } from "./due-store.ts";

const LOOK_EVERY_MS = 2 * SECOND_MS;

export interface CheckingNeeds {
  execute: Execute;
  outbound: Outbound;
  accounts: MailAccountOpener;
  whatsAppUrl: string;
  /** As the owner of the tables: finds what is due in all companies. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Tries again what did not work: the token of WhatsApp numbers and the sending of mailboxes. A mailbox that cannot be read is tried by
 * whoever reads it. Nothing is sent; what waits leaves when the channel is well again.
 */
export function startChecking(needs: CheckingNeeds) {
  const { execute, clock, log } = needs;
  const running = new Set<Promise<void>>();

  async function look(owner: OwnerConnection): Promise<void> {
    for (const due of await takeDueNumbers(owner, clock)) begin(due, tryNumber);
    for (const due of await takeDueSenders(owner, clock)) begin(due, trySender);
  }

  function begin(due: DueChannel, work: (due: DueChannel) => Promise<void>): void {
    const done = work(due)
      .catch((error: unknown) =>
        log.warn({ err: error, company_id: due.companyId, channel: due.channelId }, "a channel could not be tried"),
      )
      .finally(() => running.delete(done));
    running.add(done);
  }

  async function tryNumber({ companyId, channelId: inside }: DueChannel): Promise<void> {
    const [call, id] = [asSystem(execute, companyId), channelId.encode(inside)];
    await call(noteHealth, { id, trouble: await checkNumber(needs, call, id) });
  }

  async function trySender({ companyId, channelId: inside }: DueChannel): Promise<void> {
    const opened = await needs.accounts.open(companyId, inside);
    let trouble: Trouble | null;
    if ("trouble" in opened) trouble = opened.trouble;
    else {
      const { checkSending } = await import("../email/check.ts"); // loaded with the first mailbox
      trouble = await checkSending(needs.outbound, opened.accounts.outgoing);
    }
    await asSystem(execute, companyId)(noteSending, { id: channelId.encode(inside), trouble });
  }

  const { databaseUrl } = needs;
  const poll = pollAsOwner({ databaseUrl, everyMs: LOOK_EVERY_MS, purpose: "channels to try again", log, look });
  return {
    async stop(): Promise<void> {
      await poll.stop();
      await Promise.all(running);
      await poll.end();
    },
  };
}

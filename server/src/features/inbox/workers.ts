import type { RunningWork, Working } from "../../kernel/feature.ts";
import { createMailAccounts, createWhatsAppSender } from "../channels/index.ts";
import { watchSnoozed } from "./change/wake.ts";
import { startSendingMessages, type SendingNeeds } from "./send/start-sending-messages.ts";
import { startTaking, type TakingNeeds } from "./take/start-taking.ts";
import { watchOverdue } from "./work/watch-overdue.ts";

type Needs = Omit<SendingNeeds, keyof Working | "mailAccounts" | "whatsApp"> &
  Omit<TakingNeeds, keyof Working> &
  Parameters<typeof createMailAccounts>[0] &
  Parameters<typeof createWhatsAppSender>[0];

/** Makes messages of what arrived, sends what people wrote, and wakes conversations whose time has come. */
export function inboxWorkers(needs: Needs, working: Working): RunningWork[] {
  const [mailAccounts, whatsApp] = [createMailAccounts(needs), createWhatsAppSender(needs)];
  return [
    startTaking({ ...needs, ...working }),
    startSendingMessages({ ...needs, ...working, mailAccounts, whatsApp }),
    watchSnoozed({ ...needs, ...working }),
    watchOverdue({ ...needs, ...working }),
  ];
}

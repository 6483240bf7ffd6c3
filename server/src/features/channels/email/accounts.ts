import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { showId } from "../../../platform/ids.ts";
import { UNREADABLE, type Trouble } from "../health.ts";
import { keepCredentials, openAccount } from "../worker-operations.ts";
import type { MailAccounts } from "./check.ts";
import { signIn, type SignInNeeds } from "./sign-in.ts";

export interface OpenedMailbox {
  accounts: MailAccounts;
  /** Of its settings and credentials. */
  version: number;
  address: string;
  historyDays: number;
  senderName: string;
  /** How often the channel was given another mailbox. */
  mailboxNumber: number;
}

/** How workers sign in to mailboxes. Tokens are renewed on the way, outside any transaction. */
export function createMailAccounts({ execute, ...needs }: SignInNeeds & { execute: Execute }) {
  return {
    async open(companyId: string, channelId: string): Promise<OpenedMailbox | { trouble: Trouble }> {
      const [call, id] = [asSystem(execute, companyId), showId("chn", channelId)];
      const { version, address, history_days: historyDays, settings, credentials } = await call(openAccount, { id });
      if (!credentials) return { trouble: UNREADABLE };
      const signedIn = await signIn(needs, settings, credentials);
      if ("trouble" in signedIn) return signedIn;
      if (signedIn.renewed) await call(keepCredentials, { id, version, credentials: signedIn.renewed });
      const senderName = settings.email?.sender_name ?? "";
      const mailboxNumber = settings.mailbox_number ?? 0;
      return { accounts: signedIn.accounts, version, address: address ?? "", historyDays, senderName, mailboxNumber };
    },
  };
}

export type MailAccountOpener = ReturnType<typeof createMailAccounts>;

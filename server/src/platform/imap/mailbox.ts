import type { ImapFlow } from "imapflow";
import type { LineLog, MailAccount } from "../mail-account/account.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { connectImap, TIMING, type ImapTiming } from "./connect.ts";
import { createFetching, type BatchLimits, type FetchedMail, type NewestMails } from "./fetching.ts";
import { createIdling } from "./idling.ts";
import { searchUids } from "./search-uids.ts";

export interface MailboxAccount extends MailAccount {
  /** Receives the lines of the connection, without credentials and without mail. */
  log?: LineLog;
  timing?: ImapTiming;
}

/** A folder as it was opened. */
interface OpenedFolder {
  uidValidity: number;
  uidNext: number;
  exists: number;
}

/** What identifies a mail: the header fields Message-ID, Date and From as they were sent. */
interface MailHeaders {
  uid: number;
  size: number;
  headers: Buffer;
}

/** A signed-in connection to a mailbox. It only reads: folders are opened with EXAMINE, so nothing changes over there. */
export interface MailboxSession {
  /** Opens a folder. What follows is about this one. */
  examine(path: string): Promise<OpenedFolder>;
  /** Of a folder that need not be opened for it. What is open stays open. */
  status(path: string): Promise<Omit<OpenedFolder, "exists">>;
  /** `specialUse` is what the server or the folder's name says it is for: `\Sent`, `\Junk`, `\Inbox` … */
  folders(): Promise<{ path: string; specialUse: string | null }[]>;
  /** The next batch of mails above a UID, in rising order. Nothing: there is none. */
  fetchAbove(uid: number, limits?: BatchLimits): AsyncIterable<FetchedMail>;
  /** Of these mails the newest, in rising order of UID: one batch. Those that are gone are left out. */
  fetchNewest(uids: readonly number[], limits?: BatchLimits): Promise<NewestMails>;
  /** Every UID of the folder, rising. */
  uids(since?: Date): Promise<number[]>;
  envelopes(uids: readonly number[]): AsyncIterable<MailHeaders>;
  /** Waits until something changed in the folder, at most for this long. False: nothing did. Rejects when the connection is lost. */
  idle(maxMs?: number): Promise<boolean>;
  /** Bytes used and available, where the server tells. */
  quota(): Promise<{ used: number; limit: number } | null>;
  close(): Promise<void>;
}

const HEADERS_AT_ONCE = 500;

/** Signs in. Throws what went wrong, for `trouble`. */
export async function openMailbox(outbound: Outbound, account: MailboxAccount): Promise<MailboxSession> {
  const client = await connectImap(outbound, account);
  const fetching = createFetching(client);
  const idling = createIdling(client, account.timing ?? TIMING);
  return {
    async examine(path) {
      fetching.forget();
      const { uidValidity, uidNext, exists } = await client.mailboxOpen(path, { readOnly: true });
      return { uidValidity: Number(uidValidity), uidNext, exists };
    },
    async status(path) {
      const { uidValidity, uidNext } = (await client.status(path, { uidValidity: true, uidNext: true })) || {};
      return { uidValidity: Number(uidValidity), uidNext: uidNext ?? 1 };
    },
    async folders() {
      const listed = await client.list();
      return listed
        .filter(({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"))
        .map(({ path, specialUse }) => ({ path, specialUse: specialUse ?? null }));
    },
    fetchAbove: fetching.above,
    fetchNewest: fetching.newest,
    uids: (since) => searchUids(client, "1:*", since),
    envelopes: (uids) => readHeaders(client, uids),
    idle: idling.wait,
    async quota() {
      const answer = await client.getQuota("INBOX");
      const { usage, limit } = (answer && answer.storage) || {};
      return usage === undefined || limit === undefined ? null : { used: usage, limit };
    },
    close: () => leave(client),
  };
}

async function* readHeaders(client: ImapFlow, uids: readonly number[]): AsyncIterable<MailHeaders> {
  for (let at = 0; at < uids.length; at += HEADERS_AT_ONCE) {
    const range = uids.slice(at, at + HEADERS_AT_ONCE).join();
    const found = await client.fetchAll(range, { uid: true, size: true, headers: ["message-id", "date", "from"] }, { uid: true });
    yield* found.map(({ uid, size = 0, headers = Buffer.alloc(0) }) => ({ uid, size, headers })).sort((a, b) => a.uid - b.uid);
  }
}

const LOGOUT_MS = 2_000;

/** Says goodbye, and does not wait long for the answer. */
async function leave(client: ImapFlow): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOGOUT_MS);
  });
  await Promise.race([client.logout().catch(() => undefined), late]);
  clearTimeout(timer);
  client.close();
}

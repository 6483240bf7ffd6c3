import type { JobCall } from "../../../kernel/job.ts";
import type { FetchedMail } from "../../../platform/imap/fetching.ts";
import type { MailboxSession } from "../../../platform/imap/mailbox.ts";
import { NEW_AT_ONCE, OLD_AT_ONCE } from "./batch.ts";
import { numberedValidity } from "../mailbox-number.ts";
import { withoutKnown } from "./known-mails.ts";
import { findMissing, noteCompared, saveFetched, startFolder } from "./operations.ts";

const COMPARED_AT_ONCE = 20_000;
/** Headers of mails that have new numbers, which are small. */
const HEADERS_AT_ONCE = 200;

export type Role = "inbox" | "sent" | "junk";

export interface FolderNeeds {
  call: JobCall["call"];
  mailbox: MailboxSession;
  /** How often the channel was given another one: its numbers are of its own. */
  mailboxNumber: number;
  /** As it is shown outside: `chn_…`. */
  channel: string;
  /** How much is loaded at once by all sessions of this worker. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** A folder that is being read: upwards for new mail, and whatever is missing below. */
export function createFolder({ call, mailbox, mailboxNumber, channel, inTurn }: FolderNeeds, path: string, role: Role) {
  let uidValidity: number | undefined;
  let [lastUid, oldestUid] = [0, 0];
  let historyFrom = new Date(0);
  /** The server numbers its mails anew: most of what is missing is here under its old number. */
  let isRenumbered = false;
  /** Its numbers changed while it was read: what is missing is not known any more. */
  let mustCompare = false;
  /** Mails that are there and not here, the newest at the end. */
  let missing: number[] = [];
  /** Those of the missing that are not here under an old number either, the newest at the end. */
  let unknown: number[] = [];

  const named = () => ({ id: channel, path, uid_validity: uidValidity ?? 0 });
  const save = (mails: FetchedMail[], last: number | null) => call(saveFetched, { ...named(), mails, last_uid: last });

  /** Reading only: nothing changes over there. */
  async function examine(): Promise<{ uidNext: number }> {
    const { uidNext, uidValidity: given } = await mailbox.examine(path);
    const seen = { uidNext, uidValidity: numberedValidity(mailboxNumber, given) };
    if (seen.uidValidity === uidValidity) return seen;
    const begun = { id: channel, path, role, uid_validity: seen.uidValidity, last_uid: seen.uidNext - 1 };
    const position = await call(startFolder, begun);
    mustCompare = uidValidity !== undefined;
    ({ uidValidity } = seen);
    [lastUid, oldestUid] = [position.last_uid, position.oldest_uid];
    historyFrom = new Date(position.history_from);
    isRenumbered ||= position.is_renumbered;
    [missing, unknown] = [[], []];
    return seen;
  }

  return {
    role,
    get isComplete() {
      return missing.length + unknown.length === 0;
    },

    get mustCompare() {
      return mustCompare;
    },

    /** Whether `fetchNew` would find something. It is asked without opening the folder. */
    async hasNew(): Promise<boolean> {
      const seen = await mailbox.status(path);
      return numberedValidity(mailboxNumber, seen.uidValidity) !== uidValidity || seen.uidNext - 1 > lastUid;
    },

    /** Fetches what is above the last mail that is here. */
    async fetchNew(): Promise<void> {
      const { uidNext } = await examine();
      let isMore = uidNext - 1 > lastUid;
      while (isMore) {
        isMore = await inTurn(async () => {
          const mails: FetchedMail[] = [];
          for await (const mail of mailbox.fetchAbove(lastUid, NEW_AT_ONCE)) mails.push(mail);
          if (mails.length === 0) return false;
          const last = Math.max(...mails.map(({ uid }) => uid));
          await save(mails, last);
          lastUid = last;
          return true;
        });
      }
    },

    /** Finds what is there and not here, whatever the reason. */
    async compare(): Promise<void> {
      await examine();
      const all = await mailbox.uids();
      const recent = await mailbox.uids(historyFrom);
      const floor = recent.reduce((lowest, uid) => Math.min(lowest, uid), oldestUid);
      const wanted = all.filter((uid) => uid >= floor && uid <= lastUid).sort((one, other) => one - other);
      const found: number[] = [];
      for (let at = 0; at < wanted.length; at += COMPARED_AT_ONCE) {
        const { uids } = await call(findMissing, { ...named(), uids: wanted.slice(at, at + COMPARED_AT_ONCE) });
        for (const uid of uids.toReversed()) found.push(uid);
      }
      [missing, unknown] = [found, []];
      mustCompare = false;
      await call(noteCompared, { ...named(), there: wanted.length, here: wanted.length - found.length });
    },

    /** Fetches the newest of what is missing: one small step. */
    async fetchMissing(): Promise<void> {
      await examine();
      if (isRenumbered && unknown.length === 0) {
        unknown = await withoutKnown({ call, mailbox }, named(), missing.splice(-HEADERS_AT_ONCE));
        return;
      }
      const waiting = isRenumbered ? unknown : missing;
      const some = waiting.splice(-OLD_AT_ONCE.maxMails);
      if (some.length === 0) return;
      await inTurn(async () => {
        const { mails, left } = await mailbox.fetchNewest(some, OLD_AT_ONCE);
        waiting.push(...left);
        if (mails.length > 0) await save(mails, null);
      });
    },
  };
}

export type Folder = ReturnType<typeof createFolder>;

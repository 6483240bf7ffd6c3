import { HOUR_MS, SECOND_MS } from "../../../kernel/clock.ts";
import type { MailboxSession } from "../../../platform/imap/mailbox.ts";
import { createFolder, type Folder, type FolderNeeds, type Role } from "./folder.ts";

// The server announces new mail in one folder only. In the others it is looked for this often.
const LOOK_EVERY_MS = 30 * SECOND_MS;
const COMPARE_EVERY_MS = HOUR_MS;

const ROLES: Record<string, Role> = { "\\Sent": "sent", "\\Junk": "junk" };

export interface FollowNeeds extends FolderNeeds {
  /** Whether the mailbox is full was asked again. */
  noteFull(isFull: boolean): Promise<void>;
  /** Aborted: another worker goes on, or this one stops. The session is closed then, which ends the waiting. */
  signal: AbortSignal;
}

/**
 * Reads a mailbox until its session ends: new mail at once, as the server announces it, and beside it what is missing, in small
 * steps, so that new mail never waits for old mail. Sent mail is read too: what was written elsewhere belongs to the conversation.
 */
export async function followMailbox(needs: FollowNeeds): Promise<void> {
  const { mailbox, signal } = needs;
  const inbox = createFolder(needs, "INBOX", "inbox");
  const others = await otherFolders(needs);
  const folders = [inbox, ...others];
  let [lookAt, compareAt] = [0, 0];
  const isOver = () => signal.aborted;

  async function look(): Promise<void> {
    for (const folder of others) {
      if (!(await folder.hasNew())) continue;
      await folder.fetchNew();
      // The server announces mail in the open folder only: INBOX, whatever was looked at.
      await inbox.fetchNew();
    }
    await needs.noteFull(await isFull(mailbox));
    lookAt = performance.now() + LOOK_EVERY_MS;
  }

  async function compareAll(): Promise<void> {
    for (const folder of folders) {
      if (isOver()) return;
      await folder.compare();
      await inbox.fetchNew();
    }
    compareAt = performance.now() + COMPARE_EVERY_MS;
  }

  while (!isOver()) {
    await inbox.fetchNew();
    if (performance.now() >= lookAt) await look();
    if (performance.now() >= compareAt || folders.some((folder) => folder.mustCompare)) await compareAll();
    const behind = folders.find((folder) => !folder.isComplete);
    if (behind) await behind.fetchMissing();
    else if (!isOver()) await waitForNews();
  }

  async function waitForNews(): Promise<void> {
    const ms = Math.max(0, Math.min(lookAt, compareAt) - performance.now());
    await mailbox.idle(ms);
  }
}

const MIB = 1024 * 1024;

/** A usual email no longer fits. The server refuses it then, and nothing of it is ever seen here. */
export async function isFull(mailbox: MailboxSession): Promise<boolean> {
  const quota = await mailbox.quota().catch(() => null); // a lost connection is noticed by the next command
  return quota !== null && quota.limit > 0 && quota.limit - quota.used < Math.min(MIB, quota.limit / 20);
}

async function otherFolders(needs: FollowNeeds): Promise<Folder[]> {
  const found = (await needs.mailbox.folders()).flatMap(({ path, specialUse }) => {
    const role = specialUse === null ? undefined : ROLES[specialUse];
    return role && path.toUpperCase() !== "INBOX" ? [{ path, role }] : [];
  });
  return found.map(({ path, role }) => createFolder(needs, path, role));
}

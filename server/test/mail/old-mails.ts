import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { smallMail } from "./connected-mailbox.ts";
import type { MailServers } from "./mail-servers.ts";

const NOBODY = 65_534;

/** Fills a mailbox with small mails of the last week. Delivering them one by one would take a hundred times as long. */
export function giveOldMails({ folder }: MailServers, address: string, count: number): void {
  const old = join(folder, `old-${address}`);
  for (const name of ["cur", "new", "tmp"]) {
    mkdirSync(join(old, name), { recursive: true });
    chownSync(join(old, name), NOBODY, NOBODY);
  }
  chownSync(old, NOBODY, NOBODY);
  for (let n = 0; n < count; n++) {
    const date = new Date(Date.now() - DAY_MS - (n * 6 * DAY_MS) / count - MINUTE_MS).toUTCString();
    const path = join(old, "cur", `${1_000_000_000 + n}.old:2,`);
    writeFileSync(path, smallMail(`old-${n}-${address}`, { Date: date }));
    chownSync(path, NOBODY, NOBODY);
  }
  const config = join(folder, "dovecot/dovecot.conf");
  execFileSync("doveadm", ["-c", config, "import", "-u", address, `maildir:${old}`, "", "all"], { stdio: ["ignore", "ignore", "pipe"] });
  rmSync(old, { recursive: true });
}

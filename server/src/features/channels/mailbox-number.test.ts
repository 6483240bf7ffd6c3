import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mailboxOf, settingsOf } from "../../../test/channels/give-mailbox.ts";
import { renumber, smallMail } from "../../../test/mail/connected-mailbox.ts";
import { until } from "../../../test/mail/mail-program.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../test/mail/mail-servers.ts";
import { missingMailServers } from "../../../test/mail/processes.ts";
import { sharedService } from "../../../test/service.ts";
import { companyOf } from "../../../test/website-leads.ts";
import { numberedValidity, withMailboxNumber } from "./mailbox-number.ts";
import type { Settings } from "./store.ts";

const skip = missingMailServers();
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" } });
let servers: MailServers;
before(async () => void (skip === undefined && (servers = await startMailServers({ users: 2 }))));
after(async () => void (skip === undefined && (await servers.stop())));

const settings = (host: string, user: string, port = 993): Settings => ({
  email: { incoming: { host, port, security: "tls" }, outgoing: { host, port: 465, security: "tls" }, user, sender_name: "" },
});

test("another server or another user is another mailbox; another port or spelling is not", () => {
  const kept = settings("imap.example", "ines");
  const numberOf = (given: Settings, from = kept) => withMailboxNumber(from, given).mailbox_number;
  assert.equal(numberOf(settings("IMAP.example", "Ines", 143)), undefined);
  assert.equal(numberOf(settings("imap.example", "sales")), 1);
  assert.equal(numberOf(settings("mail.example", "ines")), 1);
  const moved = withMailboxNumber(kept, settings("mail.example", "ines"));
  assert.equal(numberOf(settings("mail.example", "ines", 143), moved), 1);
  assert.equal(numberOf(kept, moved), 2, "back again is a new one too: what came meanwhile has numbers of its own");
});

test("the highest number of a server is below the lowest of the next mailbox, and PostgreSQL holds it", () => {
  assert.equal(numberedValidity(0, 2 ** 32 - 1) + 1, numberedValidity(1, 0));
  assert.ok(Number.isSafeInteger(numberedValidity(1_000_000, 2 ** 32 - 1)));
});

test("a channel that is given another mailbox with the same numbers has the emails of both, each once", { skip }, async () => {
  const ada = await service().given.admin();
  const company = await companyOf(service(), ada);
  const subjects = async () =>
    (await service().database.query("select subject from messages where company_id = $1 order by subject", [company])).map((row) =>
      String(row["subject"]),
    );
  const hasMessages = (count: number) =>
    until(`${count} messages`, async () => (await subjects()).length >= count).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${(await subjects()).join(", ")}`);
    });
  for (const n of [1, 2]) renumber(servers, mailAddress(n), 1);
  const worker = await service().app.startWorker();
  try {
    for (let n = 0; n < 3; n++) await servers.deliver(mailAddress(1), smallMail(`old ${n}`));
    for (let n = 0; n < 3; n++) await servers.deliver(mailAddress(2), smallMail(`other ${n}`));
    const { id } = await ada.call("channels.create", mailboxOf(servers, mailAddress(1)));
    await hasMessages(3);
    const change = (n: number) =>
      ada.call("channels.update", { id, email: settingsOf(servers, mailAddress(n)), password: servers.password });

    await change(2);
    await hasMessages(6);
    await servers.deliver(mailAddress(2), smallMail("other 3"));
    await hasMessages(7);
    await servers.deliver(mailAddress(1), smallMail("old 3"));
    await change(1);
    await hasMessages(8);
    await ada.call("channels.delete", { id });
    await servers.deliver(mailAddress(1), smallMail("old 4"));
    const again = await ada.call("channels.create", mailboxOf(servers, mailAddress(1)));
    await hasMessages(9);
    assert.equal(again.id, id);
    const wanted = ["old", "other"].flatMap((which) => [0, 1, 2, 3].map((n) => `Mail ${which} ${n}`));
    assert.deepEqual(await subjects(), [...wanted, "Mail old 4"].sort());
  } finally {
    await worker.stop();
  }
});

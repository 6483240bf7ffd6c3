import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { letLeave, mailChannel, messageRow } from "../messages.ts";
import { startService, type Person, type Service } from "../service.ts";
import { mailAddress, startMailServers, type MailServers } from "./mail-servers.ts";
import { until } from "../waiting.ts";
import { presently } from "../moments.ts";

// Sending with a real Postfix and a real Dovecot: a bounce comes back, and machines do not answer each other.

let servers: MailServers;
let service: Service;
let worker: Awaited<ReturnType<Service["app"]["startWorker"]>>;

test.before(async () => {
  servers = await startMailServers({ users: 3 });
  service = await startService({ env: { OUTBOUND_ALLOW: "127.0.0.1,::1" } });
  worker = await service.app.startWorker();
});
test.after(async () => {
  await worker.stop();
  await service.close();
  await servers.stop();
});

async function mailbox(n: number): Promise<{ ada: Person; channel: string; address: string }> {
  const ada = await service.given.admin();
  const address = mailAddress(n);
  const { host, port, security } = servers.smtpAccount(address);
  const imap = servers.imapAccount(address);
  const incoming = { host: imap.host, port: imap.port, security: imap.security };
  const channel = await mailChannel(service, ada, { outgoing: { host, port, security }, incoming, address, password: servers.password });
  return { ada, channel, address };
}

const leaves = (id: string, state: string) =>
  until(async () => {
    await letLeave(service, id);
    const row = await messageRow(service, id);
    return row["state"] === state && row;
  }, `${id} is ${state}`);

test("a real bounce: the message has failed with the server's words, and the next one to the address is refused with the reason", async () => {
  const { ada, channel } = await mailbox(1);
  const to = ["nobody@elsewhere.example"];
  const written = await ada.call("inbox.writeMessage", { channel, to, subject: "Offer 2214", text: "Here it is.", purpose: "personal" });
  const failed = await leaves(written.id, "failed");
  assert.match(String(failed["error"]), /\b5\.\d\.\d\b/);
  const again = await ada.post("inbox.writeMessage", { channel, to, subject: "Offer 2214", text: "Once more.", purpose: "personal" });
  const { status, code, errors } = (await again.json()) as { status: number; code: string; errors: { candidates: { detail: string }[] }[] };
  assert.deepEqual([status, code], [409, "not_allowed_to_write"]);
  assert.notEqual(errors[0]?.candidates[0]?.detail ?? "", "");
  const { items } = await ada.call("inbox.listConsents", { address: to[0] });
  assert.deepEqual(
    items.map(({ state, message }) => [state, message]),
    [["bounced", written.id]],
  );
});

test("two channels that answer by themselves write one mail each, and then it is quiet", async () => {
  const [one, other] = [await mailbox(2), await mailbox(3)];
  for (const { ada, channel } of [one, other]) await ada.call("inbox.setAutoReply", { id: channel, text: "We got your email." });
  const mail = (from: string, to: string) =>
    `From: ${from}\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <${from}>\r\nDate: ${presently().toUTCString()}\r\n\r\nHi`;
  await servers.deliver(one.address, mail(other.address, one.address));
  await servers.deliver(other.address, mail(one.address, other.address));
  const automatic = () =>
    service.database.query(
      "select state, sender ->> 'address' as address from messages where direction = 'out' and kind = 'automatic' order by 2",
    );
  const arrived = async () =>
    (await service.database.query("select id from messages where direction = 'in' and kind = 'automatic'")).length;
  await until(async () => (await arrived()) >= 2, "both answers arrive");
  await setTimeout(2_000);
  assert.deepEqual(await automatic(), [
    { state: "sent", address: one.address },
    { state: "sent", address: other.address },
  ]);
  assert.equal(await arrived(), 2);
});

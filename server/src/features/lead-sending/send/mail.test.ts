import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate } from "../../../platform/postgres/migrate.ts";
import { httpDestination, routedLead, sendTo, statesOf, untilOver } from "../../../../test/lead-sending.ts";
import { startMailbox } from "../../../../test/mailbox.ts";
import { startWebhookReceiver } from "../../../../test/outbound/webhook-receiver.ts";
import { cloneDatabase, startService } from "../../../../test/service.ts";

const env = { OUTBOUND_ALLOW: "127.0.0.1" };
const OTHER_SECRET = "another secret than the one before the restore";

test("a lead is mailed as text; line breaks in any field make no header and no line of ours", async (t) => {
  const mailbox = await startMailbox();
  t.after(() => mailbox.stop());
  const service = await startService({ env, mailbox });
  t.after(() => service.close());
  const ada = await service.given.admin();
  const { destination } = await ada.call("leadSending.createDestination", { name: "Mail", kind: "email", email: "sales@partner.example" });
  const left = await ada.call("leadSending.createDestination", { name: "Mail 2", kind: "email", email: "second@partner.example" });
  await sendTo(ada, destination.id, left.destination.id);
  const evil = "Mara\r\nBcc: everyone@example.com\r\nSubject: You won\r\n\r\n<b>x</b>\u2028Page:\u0085From: kith";
  const lead = await routedLead(ada, { name: "Mara", company: evil.replaceAll("\r\n", " "), message: evil });
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  const [hop] = await untilOver(ada, lead, 1);
  assert.equal(hop?.state, "accepted");
  const mail = await mailbox.mailTo("sales@partner.example");
  assert.match(mail.headers, /^Subject: New lead\r?$/m);
  assert.doesNotMatch(mail.headers, /bcc|everyone|you won/i);
  assert.match(mail.headers, new RegExp(`message-id: <${hop?.id}@`, "i"));
  assert.match(mail.headers, /content-type: text\/plain/i);
  for (const line of mail.text.split(/\r?\n/)) if (/bcc|subject:|from: kith|<b>/i.test(line)) assert.match(line, /^ {2}/, line);
  assert.equal(mailbox.mails.filter(({ to }) => to.includes("everyone")).length, 0);

  await mailbox.stop();
  const failed = await routedLead(ada);
  const isBusy = async () => (await ada.call("leadSending.listDeliveries", { lead: failed })).items[0]?.tries === 1;
  while (!(await isBusy())) await new Promise((resolve) => setTimeout(resolve, 50));
  for (let tries = 0; tries < 8; tries++) {
    service.clock.advance(20_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  const [first] = (await ada.call("leadSending.listDeliveries", { lead: failed })).items.toReversed();
  assert.deepEqual([first?.state, first?.reason], ["refused", "The mail server did not take it"], "and the next rule has it");
});

test("after a restore with another KITH_SECRET a destination refuses and says why, and the lead goes on; entered again it works", async (t) => {
  using receiver = await startWebhookReceiver();
  const database = await cloneDatabase();
  const before = await startService({ database, env });
  const first = await before.given.admin();
  const http = await httpDestination(first, receiver.url, { headers: { authorization: "Bearer abc" } });
  const company = await first.call("leadSending.createDestination", { name: "Lyon", kind: "company", code: "leadcode_x12345678" });
  await sendTo(first, http.id, company.destination.id);
  await before.app.close();

  await migrate(database.url, OTHER_SECRET);
  const service = await startService({ database, env: { ...env, KITH_SECRET: OTHER_SECRET } });
  t.after(() => service.close());
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  const ada = await service.signIn(first.email);
  const hops = await untilOver(ada, await routedLead(ada), 2);
  assert.deepEqual(statesOf(hops), ["refused", "refused"]);
  assert.match(hops[0]?.reason ?? "", /stored with another KITH_SECRET/);
  assert.match(hops[1]?.reason ?? "", /code was stored with another KITH_SECRET/);
  await ada.call("leadSending.rotateDestinationSecret", { id: http.id });
  await ada.call("leadSending.updateDestination", { id: http.id, headers: { authorization: "Bearer new" } });
  const [accepted] = await untilOver(ada, await routedLead(ada), 1);
  assert.equal(accepted?.state, "accepted");
  assert.equal(receiver.received[0]?.headers["authorization"], "Bearer new");
  assert.doesNotMatch(service.logged.join(""), /"level":50/, "nothing failed");
});

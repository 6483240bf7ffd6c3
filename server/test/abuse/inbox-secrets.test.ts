import assert from "node:assert/strict";
import { test } from "node:test";
import { mailboxOf } from "../channels/give-mailbox.ts";
import { mailAddress } from "../mail/mail-servers.ts";
import { missingMailServers } from "../mail/processes.ts";
import { DOUBLE } from "../mail/whatsapp-double.ts";
import { dump, readPlaces, secretsIn } from "../secret-places.ts";
import { startOutside, untilSent, type Outside } from "./inbox-secrets.ts";
import { until } from "../waiting.ts";

// What a mailbox and a mail leave behind, with real mail servers: passwords and tokens nowhere, words of mails in their tables only.

const skip = missingMailServers();
let outside: Outside;

test.before(async () => {
  if (skip === undefined) outside = await startOutside();
});
test.after(async () => {
  if (skip === undefined) await outside.stop();
});

const MAIL = [
  "Message-ID: <canary@elsewhere.example>",
  "From: Canary-name <canary-address@elsewhere.example>",
  "Subject: canary-subject",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html",
  "",
  "<p>canary-text</p>",
  "--b",
  'Content-Type: text/plain; name="canary-file.txt"',
  "",
  "canary-bytes",
  "--b--",
  "",
].join("\r\n");

/** Words of a mail that came in, of its answer, of a note and of a search. */
const WORDS = /canary-(?:name|address|subject|text|file|bytes|answer|note|search)/i;

test("no password, token or word of a mail is in a log, metric or event, and no credential in a dump", { skip }, async (t) => {
  const { service, servers } = outside;
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  const ada = await service.given.admin();
  const mailbox = mailboxOf(servers, mailAddress(1));
  await ada.post("channels.create", { ...mailbox, password: "canary-wrong-password" });
  const { id: channel } = await ada.call("channels.create", mailbox);
  await ada.post("channels.update", { id: channel, password: "canary-other-password" });
  const number = { phone_number_id: DOUBLE.phoneNumberId, business_account_id: DOUBLE.businessId, app_secret: DOUBLE.appSecret };
  await ada.post("channels.connectWhatsApp", { name: "WhatsApp", ...number, token: "canary-wrong-token" });
  await ada.call("channels.connectWhatsApp", { name: "WhatsApp", ...number, token: DOUBLE.token });

  await servers.deliver(mailAddress(1), MAIL);
  const conversation = await until(async () => (await ada.call("inbox.list", {})).items[0], "the mail");
  const [received] = (await ada.call("inbox.messages", { id: conversation.id })).items;
  const { id } = await ada.call("inbox.writeMessage", {
    conversation: conversation.id,
    to: [mailAddress(2)],
    text: "canary-answer",
    seen: received?.id ?? "",
  });
  await untilSent(service, id);
  await ada.call("inbox.addNote", { id: conversation.id, text: "canary-note" });
  const { key } = await ada.key();
  assert.equal((await service.rest(key, "GET", "/conversations?filter=canary-search")).status, 200);
  assert.equal((await service.rest(key, "GET", "/conversations?filter=(canary-search")).status, 400);

  const places = await readPlaces(service, ada, key, [channel]);
  for (const [place, text] of Object.entries(places)) {
    assert.ok(text.length > 10, `${place} is empty`);
    assert.doesNotMatch(text, WORDS, place);
  }

  places["dump"] = dump(service);
  for (const word of ["canary-subject", "canary-answer", "canary-note"]) assert.ok(places["dump"]?.includes(word), "the dump is complete");
  const secrets = [
    servers.password,
    "canary-wrong-password",
    "canary-other-password",
    DOUBLE.token,
    DOUBLE.appSecret,
    "canary-wrong-token",
  ];
  for (const [place, text] of Object.entries(places)) assert.deepEqual(secretsIn(text, secrets), [], place);
  const sealed = await service.database.query("select encode(credentials, 'hex') as sealed from channels where credentials is not null");
  assert.equal(sealed.length, 2, "both channels have credentials");
});

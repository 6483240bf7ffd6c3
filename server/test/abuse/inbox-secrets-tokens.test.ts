import assert from "node:assert/strict";
import { test } from "node:test";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { mailAddress } from "../mail/mail-servers.ts";
import { missingMailServers } from "../mail/processes.ts";
import { startTokenProvider, type TokenProvider } from "../mail/token-provider.ts";
import { DOUBLE } from "../mail/whatsapp-double.ts";
import { letLeave, messageRow } from "../messages.ts";
import { dump, readPlaces, secretsIn } from "../secret-places.ts";
import type { Person } from "../service.ts";
import { startOutside, untilSent, type Outside } from "./inbox-secrets.ts";
import { connectNumber, receive, untilState } from "../whatsapp.ts";
import { until } from "../waiting.ts";

// What tokens leave behind: those of a mailbox that signs in at its provider, and those of a number of WhatsApp.

const skip = missingMailServers();
const USER = mailAddress(1);
let provider: TokenProvider;
let outside: Outside;

test.before(async () => {
  if (skip !== undefined) return;
  outside = await startOutside(async (servers) => {
    provider = await startTokenProvider(servers, USER);
    return provider.envFor(servers);
  });
});
test.after(async () => {
  if (skip !== undefined) return;
  await outside.stop();
  provider.stop();
});

/** A mailbox with tokens receives, answers, renews its token, loses it, and is signed in again. */
async function useMailbox(ada: Person): Promise<string> {
  const { service, servers } = outside;
  const begin = async (more: object) =>
    provider.begun((await ada.call("channels.startSignIn", { provider: "microsoft", ...more })).url).state;
  const state = await begin({ address: USER, name: "Service", access: "everyone" });
  assert.equal((await ada.post("channels.finishSignIn", { state, code: "canary-wrong-code" })).ok, false);
  const { id } = await ada.call("channels.finishSignIn", { state, code: "right" });
  await servers.deliver(USER, "Message-ID: <t@elsewhere.example>\r\nFrom: ines@elsewhere.example\r\nSubject: Tokens\r\n\r\nHello\r\n");
  const conversation = await until(async () => (await ada.call("inbox.list", {})).items[0], "the mail");
  const seen = conversation.last_message ?? "";
  const message = { conversation: conversation.id, to: [mailAddress(2)], text: "Yes", seen };
  const answer = await ada.call("inbox.writeMessage", message);
  await untilSent(service, answer.id);

  const given = provider.state.given;
  service.clock.advance(40 * MINUTE_MS);
  await ada.call("channels.tryNow", { id });
  assert.ok(provider.state.given > given, "the token was renewed");
  provider.state.isWithdrawn = true;
  service.clock.advance(40 * MINUTE_MS);
  assert.equal((await ada.call("channels.tryNow", { id })).state, "needs_sign_in");
  provider.state.isWithdrawn = false;
  const again = await begin({ id });
  assert.equal((await ada.call("channels.finishSignIn", { state: again, code: "right" })).state, "ok");
  return id;
}

/** A number of WhatsApp is tried with a wrong token, receives, answers, and is refused as if its token had ended. */
async function useNumber(ada: Person): Promise<string> {
  const { service, double } = outside;
  const wrong = { phone_number_id: DOUBLE.phoneNumberId, business_account_id: DOUBLE.businessId, app_secret: "canary-wrong-secret" };
  await ada.post("channels.connectWhatsApp", { name: "WhatsApp", ...wrong, token: "canary-wrong-token" });
  const number = await connectNumber(service, ada);
  const from = "31612340001";
  double.hears(from);
  const { id: conversation, last_message: first } = await receive(ada, number, { from, text: "Hello" });
  const send = async (seen: string) => {
    const { id } = await ada.call("inbox.writeMessage", { conversation, text: "Yes", seen });
    await letLeave(service, id);
    return id;
  };
  const sent = await send(first ?? "");
  assert.equal((await untilState(service, sent, "sent", "failed"))["state"], "sent");
  const error = { code: 190, message: "Error validating access token: Session has expired" };
  double.failures.push(...Array.from({ length: 3 }, () => ({ status: 401, error })));
  const refused = await send(sent);
  await until(async () => (await messageRow(service, refused))["error"] !== null, "the refusal");
  return number.id;
}

test("no token of a mailbox or of WhatsApp is in a log, metric, event, answer or dump", { skip, timeout: 300_000 }, async (t) => {
  const { service } = outside;
  const worker = await service.app.startWorker();
  t.after(() => worker.stop());
  const ada = await service.given.admin();
  const { key } = await ada.key();
  const channels = [await useMailbox(ada), await useNumber(ada)];
  const places = { ...(await readPlaces(service, ada, key, channels)), dump: dump(service) };

  const used = provider.asked.flatMap((asked) => [asked.get("code_verifier"), asked.get("refresh_token")]);
  const tokens = Array.from({ length: provider.state.given }, (_, at) => [`access-canary-${at + 1}`, `refresh-canary-${at + 1}`]).flat();
  const wrong = ["canary-wrong-code", "canary-wrong-secret", "canary-wrong-token"];
  const application = ["secret-canary-of-the-application"];
  const secrets = [...tokens, ...wrong, ...application, DOUBLE.token, DOUBLE.appSecret, ...used.filter((one) => one !== null)];
  assert.ok(provider.state.given >= 3 && tokens.every((one) => one.length > 10));
  for (const [place, text] of Object.entries(places)) {
    assert.ok(text.length > 10, `${place} is empty`);
    assert.deepEqual(secretsIn(text, secrets), [], place);
  }
  t.diagnostic(`${secrets.length} secrets, ${Object.keys(places).length} places, ${places.dump.length} bytes of dump`);
  const sealed = await service.database.query("select 1 from channels where length(credentials) > 40");
  assert.equal(sealed.length, 2, "both channels have credentials");
});

test("the checker is seen to fail: a line of the log with a token, as SASL sends it, in hexadecimal or as it is", () => {
  const token = "access-canary-7";
  const sasl = Buffer.from(`user=${USER}\u0001auth=Bearer ${token}\u0001\u0001`).toString("base64");
  for (const form of [token, sasl, Buffer.from(`Bearer ${token}`).toString("base64url"), Buffer.from(token).toString("hex")])
    assert.deepEqual(secretsIn(`{"level":30,"msg":"sent ${form}"}`, ["other-canary", token]), [token], form);
});

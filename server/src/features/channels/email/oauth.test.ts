import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import { createOutbound } from "../../../platform/outbound/outbound.ts";
import { parseAllowed } from "../../../platform/outbound/addresses.ts";
import { mailAddress, startMailServers, type MailServers } from "../../../../test/mail/mail-servers.ts";
import { missingMailServers } from "../../../../test/mail/processes.ts";
import { startTokenProvider, type TokenProvider } from "../../../../test/mail/token-provider.ts";
import { startService, type Service } from "../../../../test/service.ts";
import { oauthProviders } from "./oauth-providers.ts";
import { createMailAccounts, type MailAccountOpener } from "./accounts.ts";

const skip = missingMailServers();
const USER = mailAddress(1);
let servers: MailServers;
let provider: TokenProvider;
let service: Service;

before(async () => {
  if (skip !== undefined) return;
  servers = await startMailServers();
  provider = await startTokenProvider(servers, USER);
  service = await startService({
    env: {
      OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
      ...provider.envFor(servers),
    },
  });
});
after(async () => {
  if (skip !== undefined) return;
  await service.close();
  provider.stop();
  await servers.stop();
});

test("a mailbox is connected by its provider's sign-in; the answer counts only in the session that began, and once", { skip }, async () => {
  const ada = await service.given.admin();
  const asked = { provider: "microsoft" as const, address: USER, name: "Service", access: "everyone" as const };
  const { state, method, redirect } = provider.begun((await ada.call("channels.startSignIn", asked)).url);
  assert.deepEqual([method, redirect], ["S256", "http://localhost/company/channels/signed-in"]);
  assert.ok(!Buffer.from(state, "base64url").toString("latin1").includes(USER), "sealed");

  const eve = await service.given.member(ada);
  const again = await service.signIn(ada.email);
  for (const other of [eve, again])
    assert.match(await (await other.post("channels.finishSignIn", { state, code: "right" })).text(), /sign_in_expired/);
  assert.match(await (await ada.post("channels.finishSignIn", { state, code: "wrong" })).text(), /mailbox_refused/);
  const channel = await ada.call("channels.finishSignIn", { state, code: "right" });
  assert.deepEqual(
    [channel.sign_in, channel.state, channel.address, channel.email?.incoming.port],
    ["microsoft", "ok", USER, servers.ports.imap],
  );
  const moved = await ada.post("channels.update", {
    id: channel.id,
    email: { ...channel.email, incoming: { host: "127.0.0.1", port: 993, security: "tls" } },
  });
  assert.equal(moved.status, 422, "a token goes to no other server");

  const late = provider.begun((await ada.call("channels.startSignIn", { provider: "microsoft", id: channel.id })).url);
  service.clock.advance(16 * MINUTE_MS);
  assert.match(await (await ada.post("channels.finishSignIn", { state: late.state, code: "right" })).text(), /sign_in_expired/);
  const rows = JSON.stringify(await service.database.query("select c::text, encode(credentials, 'escape') from channels c"));
  for (const secret of ["access-canary", "refresh-canary", "secret-canary"])
    assert.ok(!rows.includes(secret) && !service.logged.join("").includes(secret));
});

test("a token is renewed before it ends; one that was withdrawn says so, and signing in again mends it", { skip }, async () => {
  const ada = await service.given.admin();
  const { state } = provider.begun((await ada.call("channels.startSignIn", { provider: "microsoft", address: USER })).url);
  const { id } = await ada.call("channels.finishSignIn", { state, code: "right" });
  const [row] = await service.database.query("select company_id, id from channels order by created_at desc limit 1");
  const outbound = createOutbound({ allowed: ["127.0.0.0/8", "::1/128"].map(parseAllowed).filter((one) => one !== undefined) });
  const server = (port: number) => ({ host: "localhost", port });
  const oauth = oauthProviders({
    google: undefined,
    microsoft: { clientId: "kith", clientSecret: "s" },
    microsoftAuthority: provider.url,
    microsoftServers: [server(servers.ports.imap), server(servers.ports.smtp)],
  });
  const accounts: MailAccountOpener = createMailAccounts({ execute: service.app.execute, outbound, oauth, clock: service.clock });
  const open = async () => {
    const opened = await accounts.open(String(row?.["company_id"]), String(row?.["id"]));
    return "trouble" in opened ? opened.trouble.cause : opened.accounts.incoming.accessToken;
  };
  const first = await open();
  assert.equal(await open(), first, "it is good for a while");
  service.clock.advance(40 * MINUTE_MS);
  const second = await open();
  assert.notEqual(second, first);
  assert.equal(provider.asked.at(-1)?.get("refresh_token"), String(first).replace("access", "refresh"));
  assert.equal(await open(), second, "the renewed one is kept");

  provider.state.isWithdrawn = true;
  service.clock.advance(40 * MINUTE_MS);
  assert.equal(await open(), "token");
  const { state: health, cause } = await ada.call("channels.tryNow", { id });
  assert.deepEqual([health, cause], ["needs_sign_in", "token"]);
  provider.state.isWithdrawn = false;
  const back = provider.begun((await ada.call("channels.startSignIn", { provider: "microsoft", id })).url);
  await service.database.query(
    "update channels set settings = jsonb_set(settings, '{email,sender_name}', '\"Service\"') where address = $1",
    [USER],
  );
  const { state: mended, email } = await ada.call("channels.finishSignIn", { state: back.state, code: "right" });
  assert.deepEqual([mended, email?.sender_name], ["ok", "Service"], "what it was called before stays");
  await outbound.close();
});

test("a sign-in that the operator has not set up is refused, and no key can begin one", { skip }, async () => {
  const ada = await service.given.admin();
  const answer = await ada.post("channels.startSignIn", { provider: "google", address: USER });
  assert.match(await answer.text(), /has not set up this sign-in/);
  assert.deepEqual((await ada.call("channels.guess", { address: "a@outlook.com" })).providers, ["microsoft"]);
});

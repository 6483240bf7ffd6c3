import assert from "node:assert/strict";
import { test } from "node:test";
import { INTERNAL_HOSTS } from "../../../test/outbound/internal-hosts.ts";
import { startNameServer } from "../../../test/outbound/name-server.ts";
import { parseAllowed, type AllowedNetwork } from "./addresses.ts";
import { createOutbound } from "./outbound.ts";
import { createResolver } from "./resolve.ts";

test("no spelling of an internal address is taken for a mail server, when it is saved and when it is called", async () => {
  using names = await startNameServer({});
  const { mail } = createOutbound({ resolve: createResolver([names.server]) });
  for (const host of INTERNAL_HOSTS) {
    assert.ok(await mail.check(host, 993), `${host} was accepted`);
    await assert.rejects(mail.route(host, 993), /blocked|unresolved/, host);
  }
  for (const host of ["8.8.8.8", "2606:4700::1111", "imap.example.com", "bücher.example"])
    assert.equal(await mail.check(host, 993), undefined, host);
  for (const host of ["", "imap example.com", "imap.example.com/x", "user@imap.example.com", "imap.example.com:99"])
    assert.match(String(await mail.check(host, 993)), /not the name of a server/, host);
});

test("a name is checked when connecting: private, mixed and rebinding answers give no address", async () => {
  let looks = 0;
  using names = await startNameServer({
    "private.test": ["10.1.2.3"],
    "mixed.test": ["93.184.216.34", "127.0.0.1"],
    "rebinding.test": () => (looks++ < 2 ? ["93.184.216.34"] : ["127.0.0.1"]),
    "public.test": ["93.184.216.34"],
  });
  const { mail } = createOutbound({ resolve: createResolver([names.server]) });
  for (const name of ["private.test", "mixed.test"]) await assert.rejects(mail.route(name, 993), /blocked/, name);
  assert.equal(await mail.check("rebinding.test", 993), undefined, "public when it is saved");
  await assert.rejects(mail.route("rebinding.test", 993), /blocked/);
  await assert.rejects(mail.route("unknown.test", 993), /unresolved/);
  const { host, servername } = await mail.route("public.test", 993);
  assert.deepEqual([host, servername], ["93.184.216.34", "public.test"], "the address that was checked, and the name of the certificate");
});

test("only ports of mail, and what the operator allows", async () => {
  using names = await startNameServer({ "public.test": ["93.184.216.34"], "inside.test": ["10.1.2.3"] });
  const resolve = createResolver([names.server]);
  const { mail } = createOutbound({ resolve });
  for (const port of [22, 80, 443, 5432, 6379]) assert.match(String(await mail.check("public.test", port)), /cannot be used/, String(port));
  for (const port of [25, 143, 465, 587, 993, 2525]) assert.equal(await mail.check("public.test", port), undefined, String(port));
  const opened = createOutbound({ resolve, allowed: [parseAllowed("10.0.0.0/8")] as AllowedNetwork[] });
  assert.equal(await opened.mail.check("inside.test", 10_143), undefined);
  assert.equal((await opened.mail.route("inside.test", 10_143)).host, "10.1.2.3");
  assert.ok(await opened.mail.check("public.test", 10_143), "another name gains nothing");
});

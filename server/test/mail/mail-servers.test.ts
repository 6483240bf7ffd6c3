// Only in the complete run: the servers of tests, which every test of mail starts.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { mailAddress, startMailServers } from "./mail-servers.ts";
import { stopwatch, within } from "../measured.ts";

const refuses = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
  return error.code;
};

test("the mail servers start within seconds, survive a restart with their mails, and leave nothing behind", async () => {
  const took = stopwatch();
  const servers = await startMailServers({ users: 2 });
  const seconds = took() / 1_000;
  await servers.deliver(mailAddress(1), "Subject: Test\r\n\r\nHello.\r\n");
  await assert.rejects(servers.deliver("nobody@test.example", "Subject: Test\r\n\r\nHello.\r\n"), /550 5\.1\.1/);
  await servers.stopDovecot();
  assert.equal(await refuses(servers.ports.imap), "ECONNREFUSED");
  await servers.startDovecot();
  await servers.deliver(mailAddress(1), "Subject: Test\r\n\r\nHello again.\r\n");
  await servers.stop();
  for (const port of [servers.ports.imap, servers.ports.imaps, servers.ports.smtp, servers.ports.smtps, servers.ports.lmtp])
    assert.equal(await refuses(port), "ECONNREFUSED");
  assert.equal(existsSync(servers.folder), false);
  assert.ok(seconds < within(15_000) / 1_000, `${seconds} s`);
});

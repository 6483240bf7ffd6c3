import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { emailIn, home, runKith, startKith, withKey } from "./run-kith.ts";
import { until } from "../waiting.ts";

// Where the key comes from, where it is kept, and where it must not be.

const service = sharedService();
let folders = 0;

/** A folder of settings that is empty. */
const newConfig = () => ({ XDG_CONFIG_HOME: join(home, `config-${folders++}`) });
const fileIn = ({ XDG_CONFIG_HOME }: { XDG_CONFIG_HOME: string }) => join(XDG_CONFIG_HOME, "kith", "credentials.json");

test("login keeps a key from standard input in a file of mode 0600, and logout removes it", async () => {
  const { key, ada } = await withKey(service());
  const env = newConfig();
  const { code, stdout, stderr } = await runKith(["login", "--url", service().url], { env, input: `${key}\n` });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^Signed in as Ada Admin of Company /);
  assert.ok(!`${stdout}${stderr}`.includes(key));
  assert.equal(statSync(fileIn(env)).mode & 0o777, 0o600);
  assert.equal(statSync(join(env.XDG_CONFIG_HOME, "kith")).mode & 0o777, 0o700);
  const who = await runKith(["whoami"], { env });
  assert.equal(emailIn(who.stdout), ada.email);
  assert.equal((await runKith(["logout"], { env })).code, 0);
  assert.equal((await runKith(["whoami"], { env })).code, 3);
});

test("login writes over a file that others can read with one that they cannot", async () => {
  const { key } = await withKey(service());
  const env = newConfig();
  mkdirSync(join(env.XDG_CONFIG_HOME, "kith"), { recursive: true });
  writeFileSync(fileIn(env), "{}");
  chmodSync(fileIn(env), 0o644);
  await runKith(["login", "--url", service().url], { env, input: key });
  assert.equal(statSync(fileIn(env)).mode & 0o777, 0o600);
  chmodSync(fileIn(env), 0o640);
  const { code, stderr } = await runKith(["whoami"], { env });
  assert.equal(code, 3);
  assert.match(stderr, /chmod 600/);
});

test("a key that is refused is not kept", async () => {
  const env = newConfig();
  const wrong = `kith00${"x".repeat(58)}`;
  const { code, stderr } = await runKith(["login", "--url", service().url], { env, input: wrong });
  assert.equal(code, 3);
  assert.match(stderr, /Profile → API & Connectors/);
  assert.ok(!stderr.includes(wrong));
  assert.throws(() => statSync(fileIn(env)), { code: "ENOENT" });
});

test("a key among the arguments is refused and not repeated, and nothing is sent", async () => {
  const { key } = await withKey(service());
  const env = { KITH_URL: service().url, KITH_API_KEY: key };
  for (const words of [["login", key], ["whoami", `--api-key=${key}`], ["login", "--key", key], ["records", "list", key], [key]]) {
    const before = service().logged.length;
    const { code, stdout, stderr } = await runKith(words, { env });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /revoke it/);
    assert.match(stderr, /KITH_API_KEY/);
    assert.ok(!stderr.includes(key));
    assert.ok(
      !service()
        .logged.slice(before)
        .some((line) => line.includes("/api/v1")),
    );
  }
});

test("while it runs, the key is in no argument list", async () => {
  const { key } = await withKey(service());
  // It holds the call, so that the process can be looked at while it has the key.
  const asked: string[] = [];
  const slow = createServer((request) => void asked.push(String(request.headers["x-api-key"])));
  await once(slow.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const child = startKith(["login", "--url", url], { env: newConfig() });
  child.stdin.end(key);
  await until(() => asked.length > 0, "it asks");
  const words = readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
  child.kill("SIGKILL");
  slow.closeAllConnections();
  slow.close();
  assert.deepEqual(asked, [key]);
  assert.match(words, /login/);
  assert.ok(!words.includes(key));
});

test("a key that was kept is not sent to another address, and no error has it", async () => {
  const { key } = await withKey(service());
  const env = newConfig();
  await runKith(["login", "--url", service().url], { env, input: key });
  let hits = 0;
  const other = createServer((_, response) => void response.end(String(hits++)));
  await once(other.listen(0, "127.0.0.1"), "listening");
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const { code, stderr } = await runKith(["whoami"], { env: { ...env, KITH_URL: elsewhere } });
  other.close();
  assert.deepEqual([code, hits], [3, 0]);
  assert.ok(!stderr.includes(key));

  for (const [words, KITH_URL] of [
    [["whoami", "--retry-for", "0"], "http://127.0.0.1:9"],
    [["whoami"], "nonsense"],
    [["records", "list", "nothing"], service().url],
  ] as const) {
    const failed = await runKith([...words], { env: { KITH_URL, KITH_API_KEY: key } });
    assert.notEqual(failed.code, 0);
    assert.ok(!`${failed.stdout}${failed.stderr}`.includes(key));
  }
  writeFileSync(fileIn(env), `not json ${key}`);
  const broken = await runKith(["whoami"], { env });
  assert.equal(broken.code, 3);
  assert.ok(!broken.stderr.includes(key));
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { signRelease } from "../../../scripts/sign-release.ts";
import { ROOT } from "./image.ts";

const COMMANDS = commandsIn(readFileSync(join(ROOT, "docs/releases.md"), "utf8"));

test("a release that was signed is accepted by the commands in docs/releases.md", (t) => {
  assert.equal(COMMANDS.length, 2);
  const { folder, check } = signed(t);
  assert.deepEqual(check(), [0, 0]);
  assert.match(
    readFileSync(join(folder, "SHA256SUMS"), "utf8"),
    /^[0-9a-f]{64} {2}kith-1\.0\.0\.cdx\.json\n[0-9a-f]{64} {2}kith-1\.0\.0\.tar\.gz\n$/,
  );
});

for (const name of ["kith-1.0.0.tar.gz", "kith-1.0.0.cdx.json", "SHA256SUMS", "SHA256SUMS.sig"])
  test(`one changed byte in ${name} is refused`, (t) => {
    const { folder, check } = signed(t);
    const bytes = readFileSync(join(folder, name));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(folder, name), bytes);
    assert.ok(check().includes(1), "one of the commands fails");
  });

test("sums that were signed with another key are refused, and so is a missing file", (t) => {
  const { folder, check } = signed(t);
  signRelease(folder, newKey().privateKey);
  assert.deepEqual(check(), [1, 0]);
  const other = signed(t);
  rmSync(join(other.folder, "kith-1.0.0.cdx.json"));
  assert.deepEqual(other.check(), [0, 1]);
});

test("a key of another kind signs nothing", (t) => {
  const { folder } = signed(t);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  assert.throws(() => signRelease(folder, privateKey.export({ type: "pkcs8", format: "pem" }).toString()), /not an Ed25519 key/);
});

/** A folder as the workflow makes it, signed with a key of this test, and the documented commands in it. */
function signed(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "kith-release-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const keys = newKey();
  const keyFile = `${folder}.pub`;
  writeFileSync(keyFile, keys.publicKey);
  t.after(() => rmSync(keyFile));
  writeFileSync(join(folder, "kith-1.0.0.tar.gz"), Buffer.alloc(5_000, "archive"));
  writeFileSync(join(folder, "kith-1.0.0.cdx.json"), JSON.stringify({ bomFormat: "CycloneDX" }));
  signRelease(folder, keys.privateKey);
  const check = () =>
    COMMANDS.map((command) => {
      const [program = "", ...words] = command.replace("kith-release.pub", keyFile).split(" ");
      return spawnSync(program, words, { cwd: folder, stdio: "ignore" }).status === 0 ? 0 : 1;
    });
  return { folder, check };
}

function newKey() {
  const pair = generateKeyPairSync("ed25519");
  return {
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
}

/** The commands of the section that says how a release is checked. */
function commandsIn(guide: string): string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith("Check a release")) ?? "";
  return (/^```sh\n([\s\S]*?)^```/m.exec(section)?.[1] ?? "").trim().split("\n");
}

import { createHash, createPrivateKey, sign } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Writes SHA256SUMS of every file in a folder, and its signature (Ed25519) with the key in KITH_RELEASE_KEY: node scripts/sign-release.ts FOLDER.
// docs/releases.md says how somebody without this script checks them.
const SUMS = "SHA256SUMS";
const SIGNATURE = `${SUMS}.sig`;

export function signRelease(folder: string, privateKey: string): void {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("The key is not an Ed25519 key. docs/releases.md says how one is made.");
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && ![SUMS, SIGNATURE].includes(file.name));
  if (files.length === 0) throw new Error(`${folder} has no file to sign`);
  const names = files.map(({ name }) => name).sort();
  // As sha256sum writes them, so that it can check them.
  const sums = names
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    )
    .join("");
  writeFileSync(join(folder, SUMS), sums);
  writeFileSync(join(folder, SIGNATURE), sign(null, Buffer.from(sums), key));
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  const key = process.env["KITH_RELEASE_KEY"];
  if (!folder || !key)
    throw new Error("KITH_RELEASE_KEY has the private key (PEM), and the folder is named: node scripts/sign-release.ts FOLDER");
  signRelease(folder, key);
}

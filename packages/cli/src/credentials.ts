import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { SignInError } from "./errors.ts";

export interface Credentials {
  url: string;
  apiKey: string;
}

const HOW = "Run kith login, or set KITH_URL and KITH_API_KEY.";

const credentialsFile = () => join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "kith", "credentials.json");

/** From the environment, or else from the file. */
export function findCredentials(): Credentials {
  const { KITH_URL: url, KITH_API_KEY: apiKey } = process.env;
  if (url && apiKey) return { url, apiKey };
  const kept = readKept();
  if (!kept) throw new SignInError(`There is no key. ${HOW}`);
  // The key that was kept is sent only to where it belongs.
  if (url && new URL(url).origin !== new URL(kept.url).origin)
    throw new SignInError(`The key that was kept is for ${kept.url}, and KITH_URL is another address. ${HOW}`);
  return { url: kept.url, apiKey: apiKey || kept.apiKey };
}

function readKept(): Credentials | undefined {
  const file = credentialsFile();
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return undefined;
  if (process.platform !== "win32" && (mode & 0o077) !== 0) throw new SignInError(`Others can read ${file}. Run: chmod 600 ${file}`);
  const { url, api_key: apiKey } = readObject(file);
  if (typeof url !== "string" || typeof apiKey !== "string") throw new SignInError(`${file} has no address or no key. ${HOW}`);
  return { url, apiKey };
}

/** What is wrong in the file is not repeated: its text is the key. */
function readObject(file: string): { [name: string]: unknown } {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as { [name: string]: unknown };
  } catch {
    return {};
  }
}

/** Only its owner can read the file, from the moment it exists. */
export function keepCredentials({ url, apiKey }: Credentials): void {
  const file = credentialsFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A file that is there already would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ url, api_key: apiKey })}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(file, 0o600);
}

export const forgetCredentials = () => rmSync(credentialsFile(), { force: true });

import type { Given } from "./arguments.ts";
import { CALL_SECONDS, connect } from "./connect.ts";
import { forgetCredentials, keepCredentials } from "./credentials.ts";
import { SignInError, UsageError } from "./errors.ts";
import { askHidden } from "./ask-hidden.ts";
import { safeText } from "./safe-text.ts";

const MAX_KEY = 200;

/** Reads a key, tries it, and keeps it. */
export async function login({ own }: Given): Promise<void> {
  const url = (own["url"] as string | undefined) ?? process.env["KITH_URL"];
  if (!url) throw new UsageError("login needs --url, such as https://crm.example.com, or KITH_URL.");
  const apiKey = process.stdin.isTTY ? await askHidden("Key (it is not shown): ") : await firstLineOfInput();
  if (!apiKey) throw new SignInError("There is no key. Make one under Profile → API & Connectors.");
  const { user, company } = await connect({ retrySeconds: CALL_SECONDS, credentials: { url, apiKey } }).members.me();
  keepCredentials({ url, apiKey });
  process.stderr.write(safeText(`Signed in as ${user.name} of ${company.name}.`) + "\n");
}

export function logout(): void {
  forgetCredentials();
  process.stderr.write("The key is removed from this computer. To end it, revoke it under Profile → API & Connectors.\n");
}

async function firstLineOfInput(): Promise<string> {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    text += String(part);
    if (text.includes("\n") || text.length > MAX_KEY) break;
  }
  return text.split("\n", 1)[0]?.trim() ?? "";
}

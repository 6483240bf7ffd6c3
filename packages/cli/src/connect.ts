import { createKith, type Kith } from "@kith/sdk";
import { findCredentials, type Credentials } from "./credentials.ts";
import { UsageError } from "./errors.ts";

export const VERSION = "0.1.0";

/** How long a person waits, and how long a program that moves many records does. */
export const CALL_SECONDS = 10;
export const LONG_SECONDS = 600;

/** The client of the SDK. The name is shown beside the key. */
export function connect(options: { retrySeconds: number; credentials?: Credentials }): Kith {
  const { url, apiKey } = options.credentials ?? findCredentials();
  try {
    return createKith({ url, apiKey, client: `kith-cli/${VERSION}`, retryForMs: options.retrySeconds * 1_000 });
  } catch (cause) {
    const isUrl = cause instanceof TypeError && !cause.message.startsWith("apiKey");
    throw new UsageError(isUrl ? `${url} is not an address such as https://crm.example.com.` : "The key has characters that no key has.");
  }
}

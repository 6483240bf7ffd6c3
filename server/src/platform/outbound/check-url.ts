import { isIP } from "node:net";
import type { AddressRules } from "./addresses.ts";

const PUBLIC_PORTS = new Set([443, 8443]);
const MAX_URL = 2_000;
const MAX_HOST = 253; // the longest name that DNS has
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|onion)$/;

export interface Target {
  url: URL;
  /** Without brackets and without the final dot. */
  host: string;
  port: number;
  /** The address, where the URL has one in place of a name. */
  address: string | undefined;
  /** Why it cannot be called, unless the operator allows every address of its name. */
  notPublic: string | undefined;
}

/** Why a URL may not be called, in words for the person who entered it. */
export interface RefusedUrl {
  refused: string;
}

/** Checks what the text of a URL says. Names are resolved and their addresses checked when connecting. */
export function checkUrl(text: string, rules: AddressRules): Target | RefusedUrl {
  if (text.length > MAX_URL || !URL.canParse(text)) return { refused: "This is not a URL. Write one such as https://example.com/hook." };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { refused: "The URL must begin with https://." };
  if (url.username !== "" || url.password !== "")
    return { refused: "The URL must not contain a user name or password. Send them as a header." };
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host.length > MAX_HOST) return { refused: `The name of the server is longer than ${MAX_HOST} characters.` };
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const address = isIP(host) === 0 ? undefined : host;
  const notPublic = whyNotPublic(host, url.protocol, port);
  const target = { url, host, port, address, notPublic };
  if (address === undefined) return target;
  if (rules.isAllowed(address, port)) return { ...target, notPublic: undefined };
  if (rules.isBlocked(address, port))
    return { refused: "This address is not on the public internet. Whoever runs this service can allow it with OUTBOUND_ALLOW." };
  return notPublic === undefined ? target : { refused: notPublic };
}

/** Why a name cannot be one of the public internet. */
export function whyNotPublicName(host: string): string | undefined {
  return isIP(host) === 0 && (!host.includes(".") || INTERNAL_NAME.test(host))
    ? "This name is not on the public internet. Whoever runs this service can allow it with OUTBOUND_ALLOW."
    : undefined;
}

/** What holds for every address that the operator has not allowed. */
export function whyNotPublic(host: string, protocol: string, port: number): string | undefined {
  const notPublic = whyNotPublicName(host);
  if (notPublic !== undefined) return notPublic;
  if (protocol !== "https:") return "The URL must begin with https://.";
  return PUBLIC_PORTS.has(port) ? undefined : `Port ${port} cannot be used. Use 443 or 8443.`;
}

/** The address to connect to, of those that a name has. One blocked address among several refuses the name: which of them answers is the name server's choice. */
export function pickAddress(
  found: readonly string[],
  { host, port, notPublic }: { host: string; port: number; notPublic: string | undefined },
  rules: AddressRules,
): string | undefined {
  const allowed = found.filter((address) => rules.isAllowed(address, port));
  // `localhost` has two addresses, and an operator may have allowed one of them.
  if (allowed.length === found.length || host === "localhost") return allowed[0];
  const isPublic = notPublic === undefined && !found.some((address) => rules.isBlocked(address, port));
  return isPublic ? found[0] : undefined;
}

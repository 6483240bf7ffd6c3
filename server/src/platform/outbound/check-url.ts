import { isIP } from "node:net";
import type { AddressRules } from "./addresses.ts";

const PUBLIC_PORTS = new Set([443, 8443]);
const MAX_URL = 2_000;
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|onion)$/;

export interface Target {
  url: URL;
  /** Without brackets and without the final dot. */
  host: string;
  port: number;
  /** The address, where the URL has one in place of a name. */
  address: string | undefined;
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
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const address = isIP(host) === 0 ? undefined : host;
  const target = { url, host, port, address };
  if (address !== undefined && rules.isAllowed(address, port)) return target;
  if (address !== undefined && rules.isBlocked(address, port)) return { refused: "This address is not on the public internet." };
  // A name may lead to an allowed address. That is known only when it is resolved, so what the allow-list opens is decided there.
  if (address === undefined && rules.hasAllowed) return target;
  if (address === undefined && (!host.includes(".") || INTERNAL_NAME.test(host)))
    return { refused: "This name is not on the public internet." };
  return isPublicUse(url.protocol, port) ? target : { refused: publicUse(target) };
}

/** What holds for every address that the operator has not allowed. */
export const isPublicUse = (protocol: string, port: number) => protocol === "https:" && PUBLIC_PORTS.has(port);

const publicUse = ({ url, port }: Target) =>
  url.protocol === "https:" ? `Port ${port} cannot be used. Use 443 or 8443.` : "The URL must begin with https://.";

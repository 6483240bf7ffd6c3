import { isIP } from "node:net";
import type { AddressRules } from "./addresses.ts";
import { pickAddress, whyNotPublicName } from "./check-url.ts";
import type { MailRoute } from "./mail-route.ts";
import { ConnectError, type Resolve } from "./resolve.ts";

/** SMTP, IMAP and their ports with TLS. 2525 is what many providers offer where 25 is closed. */
const MAIL_PORTS = new Set([25, 143, 465, 587, 993, 2525]);
const MAX_HOST = 253; // the longest name that DNS has

interface Options {
  rules: AddressRules;
  resolve: Resolve;
  proxy: string | undefined;
  ca: string | undefined;
  /** Whether names that are not public may lead to addresses that the operator allows. */
  canAllowNames: boolean;
}

interface Target {
  host: string;
  port: number;
  address: string | undefined;
  notPublic: string | undefined;
}

/** The rules of `checkUrl` for mail servers: public addresses on the ports of mail, and what the operator allows. */
export function createMailRoutes({ rules, resolve, proxy, ca, canAllowNames }: Options) {
  function read(text: string, port: number): Target | { refused: string } {
    const host = plainHost(text);
    if (host === undefined) return { refused: "This is not the name of a server. Write one such as imap.example.com." };
    const notPublic =
      whyNotPublicName(host) ?? (MAIL_PORTS.has(port) ? undefined : `Port ${port} cannot be used. Use ${[...MAIL_PORTS].join(", ")}.`);
    if (isIP(host) === 0)
      return notPublic === undefined || canAllowNames ? { host, port, address: undefined, notPublic } : { refused: notPublic };
    if (rules.isAllowed(host, port)) return { host, port, address: host, notPublic: undefined };
    if (rules.isBlocked(host, port)) return { refused: "This address is not on the public internet." };
    return notPublic === undefined ? { host, port, address: host, notPublic } : { refused: notPublic };
  }

  /** Why this server cannot be used, or nothing. A name that does not resolve today may do so tomorrow, so it is not refused. */
  async function check(host: string, port: number): Promise<string | undefined> {
    const target = read(host, port);
    if ("refused" in target) return target.refused;
    if (proxy !== undefined || target.address !== undefined) return undefined;
    const found = await resolve(target.host);
    if (found.length === 0) return target.notPublic;
    if (pickAddress(found, target, rules) !== undefined) return undefined;
    return target.notPublic ?? "This name leads to an address that is not on the public internet.";
  }

  async function route(host: string, port: number): Promise<MailRoute> {
    const target = read(host, port);
    if ("refused" in target) throw new ConnectError("blocked");
    const way = { port, servername: target.address === undefined ? target.host : undefined, proxy, ca };
    if (proxy !== undefined || target.address !== undefined) return { ...way, host: target.host };
    const found = await resolve(target.host);
    if (found.length === 0) throw new ConnectError("unresolved");
    const address = pickAddress(found, target, rules);
    if (address === undefined) throw new ConnectError("blocked");
    return { ...way, host: address };
  }

  return { check, route, tunnel: async (way: MailRoute) => (await import("./tunnel.ts")).openTunnel(way) };
}

/** One spelling of a host, as URLs have it: `0x7f.1` is 127.0.0.1, `bücher.example` is written in ASCII. */
function plainHost(text: string): string | undefined {
  const url = `http://${isIP(text) === 6 ? `[${text}]` : text}/`;
  if (text.length > MAX_HOST || /[\s/?#@\\]/.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return host === "" || host.length > MAX_HOST || port !== "" ? undefined : host;
}

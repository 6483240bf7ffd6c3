import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { AddressRules } from "./addresses.ts";
import { pickAddress, whyNotPublic } from "./check-url.ts";
import { ConnectError, type Resolve } from "./resolve.ts";

export const CONNECT_MS = 5_000;

interface Options {
  rules: AddressRules;
  resolve: Resolve;
  /** Another certificate authority, for tests. */
  ca?: string | undefined;
}

/**
 * Connects to an address that was checked, and to no other. Checking a name first and connecting by name afterwards would resolve it
 * twice, and the second answer can be another one.
 */
export function createConnector({ rules, resolve, ca }: Options): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, allowH2: false, ...(ca === undefined ? {} : { ca }) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    addressOf(host, port, options.protocol, { rules, resolve }).then(
      (address) => {
        const servername = options.servername ?? (isIP(host) === 0 ? host : undefined);
        connect({ ...options, hostname: address, host: address, ...(servername === undefined ? {} : { servername }) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function addressOf(host: string, port: number, protocol: string, { rules, resolve }: Options): Promise<string> {
  const found = isIP(host) === 0 ? await resolve(host) : [host];
  if (found.length === 0) throw new ConnectError("unresolved");
  const address = pickAddress(found, { host, port, notPublic: whyNotPublic(host, protocol, port) }, rules);
  if (address === undefined) throw new ConnectError("blocked");
  return address;
}

import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The host name of a Host header without its port, brackets kept around IPv6. */
const hostName = (host: string | undefined) => (host ?? "").toLowerCase().replace(/:\d+$/, "");

const isBareIp = (name: string) => isIP(name.replace(/^\[|\]$/g, "")) !== 0;

export interface HostRules {
  /** Whether a request for this Host is meant for us. Anything else may be a rebinding attack. */
  isOurs(request: FastifyRequest): boolean;
  /** Addressed by an IP address that is not what the base URL says. */
  isForeignIp(request: FastifyRequest): boolean;
  isOurOrigin(origin: string): boolean;
}

export function createHostRules(baseUrl: string): HostRules {
  const base = new URL(baseUrl);
  const ourName = base.hostname;
  // All loopback names are this machine, and none of them can be used for DNS rebinding.
  const ourNames = LOOPBACK.has(ourName) ? LOOPBACK : new Set([ourName]);
  return {
    isOurs: (request) => ourNames.has(hostName(request.headers.host)),
    isForeignIp: (request) => {
      const name = hostName(request.headers.host);
      return isBareIp(name) && name !== ourName;
    },
    isOurOrigin: (origin) => origin === base.origin,
  };
}

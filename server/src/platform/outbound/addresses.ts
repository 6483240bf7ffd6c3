import { BlockList, isIP, isIPv4 } from "node:net";

// Addresses of this machine, of private networks and of special use. A webhook must never reach them.
const BLOCKED_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
// Of IPv6 only 2000::/3 is on the public internet. The rest holds this machine, private networks, and IPv4 addresses in disguise.
const PUBLIC_IPV6 = ["2000::", 3] as const;
const BLOCKED_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const blocked = new BlockList();
for (const [network, bits] of BLOCKED_IPV4) blocked.addSubnet(network, bits, "ipv4");
for (const [network, bits] of BLOCKED_IPV6) blocked.addSubnet(network, bits, "ipv6");
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, "ipv6");

/** Whether a plain address is one of this machine, of a private network or of special use. */
const isInternal = (plain: string) =>
  isIPv4(plain) ? blocked.check(plain) : !publicIpv6.check(plain, "ipv6") || blocked.check(plain, "ipv6");

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** One spelling of an address. `::ffff:10.0.0.1` is the IPv4 address 10.0.0.1, and a zone such as `%eth0` is left out. */
function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const spelled = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled) ?? [];
  if (high === undefined || low === undefined) return spelled;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

export interface AllowedNetwork {
  matches(address: string, port: number): boolean;
}

/** `127.0.0.1:9000`, `10.0.0.0/8`, `[::1]:9000`, `fd00::/8`. Undefined if it is none of these. */
export function parseAllowed(text: string): AllowedNetwork | undefined {
  const [, bracketed, bare = "", bits, portText] = /^(?:\[([^\]]+)\]|([^[\]/]+?))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(text) ?? [];
  // Without brackets the last group of an IPv6 address would be read as a port.
  const isBareIpv6 = bracketed === undefined && text.split(":").length > 2;
  const network = plainAddress(isBareIpv6 ? text.replace(/\/\d+$/, "") : (bracketed ?? bare));
  if (isIP(network) === 0) return undefined;
  const longest = isIPv4(network) ? 32 : 128;
  const length = Number((isBareIpv6 ? /\/(\d+)$/.exec(text)?.[1] : bits) ?? longest);
  const port = isBareIpv6 || portText === undefined ? undefined : Number(portText);
  if (length > longest || (port !== undefined && (port < 1 || port > 65_535))) return undefined;
  const list = new BlockList();
  list.addSubnet(network, length, familyOf(network));
  return {
    matches(address, toPort) {
      const plain = plainAddress(address);
      return (port === undefined || port === toPort) && list.check(plain, familyOf(plain));
    },
  };
}

/** Which addresses may be reached: public ones, and what the operator allows. */
export function createAddressRules(allowed: readonly AllowedNetwork[]) {
  const isAllowed = (address: string, port: number) => allowed.some((network) => network.matches(address, port));
  return {
    isAllowed,
    isBlocked(address: string, port: number): boolean {
      const plain = plainAddress(address);
      return !isAllowed(plain, port) && isInternal(plain);
    },
  };
}

export type AddressRules = ReturnType<typeof createAddressRules>;

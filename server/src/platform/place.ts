/**
 * The network that limits are counted for: an IPv4 address, or the /64 network of an IPv6 address, which is what a single
 * household or server is given.
 */
export function placeOf(ip: string | undefined): string {
  if (!ip?.includes(":")) return ip ?? "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail = ""] = ip.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const rest = tail.split(":").filter(Boolean);
  const whole = ip.includes("::") ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0"), ...rest] : groups;
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

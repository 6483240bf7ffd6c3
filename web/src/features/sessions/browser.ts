// Order matters: every browser claims to be those before it.
const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];

/** "Firefox on Mac", from what a browser says of itself; or its own words when they are none we know. */
export function browserOf(client: string | null): string {
  if (!client) return "Unknown browser";
  const browser = browsers.find(([pattern]) => pattern.test(client))?.[1];
  const system = systems.find(([pattern]) => pattern.test(client))?.[1];
  if (!browser) return client.split(" ")[0] ?? client;
  return system ? `${browser} on ${system}` : browser;
}

// Names that programs send, and the names people know.
const known: Record<string, string> = {
  "claude-code": "Claude Code",
  "claude-ai": "Claude",
  "codex-mcp-client": "Codex",
  "cursor-vscode": "Cursor",
  "gemini-cli-mcp-client": "Gemini CLI",
  "Visual Studio Code": "VS Code",
  node: "Node.js",
};

/** "Claude Code 2.4" from `claude-code/2.4.0 (external, cli)` or `claude-code 2.4.0`. */
export function programText(client: string): string {
  const match = /^(?<name>.+?)[/ ]v?(?<version>\d+(?:\.\d+)?)[\w.+-]*(?:\s.*)?$/.exec(client);
  const name = match?.groups?.name ?? client;
  return [known[name] ?? name, match?.groups?.version].filter(Boolean).join(" ");
}

// Order matters: each browser also claims to be the ones below it.
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

/** "Firefox on Mac" from a user agent; the first word of it when the browser is not known. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser) return userAgent.split(" ")[0] ?? userAgent;
  return system ? `${browser} on ${system}` : browser;
}

// What programs call themselves on the wire, and what people call them.
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
export function clientText(client: string): string {
  const match = /^(?<name>.+?)[/ ]v?(?<version>\d+(?:\.\d+)?)[\w.+-]*(?:\s.*)?$/.exec(client);
  const name = match?.groups?.name ?? client;
  return [known[name] ?? name, match?.groups?.version].filter(Boolean).join(" ");
}

interface Setup {
  client: string;
  steps: { caption?: string; code: string }[];
}

const HEADER = "x-api-key";
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The set-up of each client. Clients that can read the environment do, so that the key is not in their files. */
export function setups(rest: string, apiKey: string): Setup[] {
  const mcp = `${rest}/mcp`;
  const environment = `# keep the key out of config files\nexport KITH_API_KEY='${apiKey}'`;
  const fromEnvironment = (caption: string, code: string) => [{ code: environment }, { caption, code }];
  const server = (address: object, value: string) => json({ mcpServers: { kith: { ...address, headers: { [HEADER]: value } } } });

  return [
    {
      client: "Claude Code",
      steps: [{ code: `${environment}\n\nclaude mcp add --transport http kith \\\n  ${mcp} \\\n  --header "${HEADER}: $KITH_API_KEY"` }],
    },
    {
      client: "Claude desktop",
      steps: [
        {
          caption: "In claude_desktop_config.json (Settings → Developer → Edit config):",
          code: json({
            mcpServers: {
              kith: {
                command: "npx",
                args: ["-y", "mcp-remote", mcp, "--header", `${HEADER}:\${KITH_API_KEY}`],
                env: { KITH_API_KEY: apiKey },
              },
            },
          }),
        },
      ],
    },
    { client: "Cursor", steps: fromEnvironment("In .cursor/mcp.json:", server({ url: mcp }, "${env:KITH_API_KEY}")) },
    {
      client: "VS Code",
      steps: [
        {
          caption: "In .vscode/mcp.json. VS Code asks for the key once and keeps it in its secret store.",
          code: json({
            inputs: [{ type: "promptString", id: "kith-key", description: "Kith API key", password: true }],
            servers: { kith: { type: "http", url: mcp, headers: { [HEADER]: "${input:kith-key}" } } },
          }),
        },
      ],
    },
    {
      client: "Windsurf",
      steps: fromEnvironment("In ~/.codeium/windsurf/mcp_config.json:", server({ serverUrl: mcp }, "${env:KITH_API_KEY}")),
    },
    {
      client: "Zed",
      steps: [
        { caption: "In Zed’s settings.json:", code: json({ context_servers: { kith: { url: mcp, headers: { [HEADER]: apiKey } } } }) },
      ],
    },
    { client: "Gemini CLI", steps: fromEnvironment("In ~/.gemini/settings.json:", server({ httpUrl: mcp }, "$KITH_API_KEY")) },
    {
      client: "Codex",
      steps: fromEnvironment(
        "In ~/.codex/config.toml:",
        `[mcp_servers.kith]\nurl = "${mcp}"\nenv_http_headers = { "${HEADER}" = "KITH_API_KEY" }`,
      ),
    },
    {
      client: "curl",
      steps: [
        {
          code: [
            environment,
            "",
            `curl ${rest}/me \\\n  -H "${HEADER}: $KITH_API_KEY"`,
            "",
            "# the same key over MCP",
            `curl ${mcp} \\`,
            `  -H "${HEADER}: $KITH_API_KEY" \\`,
            `  -H 'Content-Type: application/json' \\`,
            `  -H 'Accept: application/json, text/event-stream' \\`,
            `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
          ].join("\n"),
        },
      ],
    },
  ];
}

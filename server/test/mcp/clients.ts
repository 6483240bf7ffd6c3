import { registerHooks } from "node:module";
import type { Service } from "../service.ts";

// Tests run with --conditions=source, which is meant for our own packages. The clients' own dependencies mean something else
// by that word (TypeScript that Node will not strip), so it must not reach them: hence this hook, and imports after it.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      context.parentURL?.includes("/node_modules/")
        ? { ...context, conditions: context.conditions.filter((condition) => condition !== "source") }
        : context,
    ),
});

const INFO = { name: "kith-test", version: "1.0.0" };

/** What the tests ask of every client; each generation's own class has more. */
export interface McpClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

export const mcpUrl = (service: Service) => new URL("/api/v1/mcp", service.url);

/** The key as a client's configuration has it: a header on every request. */
const withKey = (key: string) => ({ requestInit: { headers: { "x-api-key": key } } });

/** The official client of the first generation, as most programs embed it today. */
export async function connectV1(service: Service, key: string, capabilities: { elicitation?: { form: Record<string, never> } } = {}) {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Client(INFO, { capabilities });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(service), withKey(key)));
  return client;
}

/** The official client of the second generation: with the old handshake, with the newest revision only, or finding out. */
export async function connectV2(
  service: Service,
  key: string,
  mode: "legacy" | "auto" | { pin: string },
  capabilities: { elicitation?: { form: Record<string, never> } } = {},
) {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(INFO, { versionNegotiation: { mode }, capabilities });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(service), withKey(key)));
  return client;
}

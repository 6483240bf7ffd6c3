const META = "io.modelcontextprotocol/";
const MODERN = "2026-07-28";

interface Message {
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** A message as revisions up to 2025-11-25 send it. */
export const legacy = (method: string, params?: object): Message => ({
  body: { jsonrpc: "2.0", id: 7, method, ...(params ? { params } : {}) },
  headers: {},
});

/** A message as revision 2026-07-28 sends it: with the client's name and capabilities in every message. */
export const modern = (method: string, params: Record<string, unknown> = {}, capabilities: object = {}): Message => ({
  body: {
    jsonrpc: "2.0",
    id: 7,
    method,
    params: {
      ...params,
      _meta: {
        [`${META}protocolVersion`]: MODERN,
        [`${META}clientInfo`]: { name: "test", version: "1.0.0" },
        [`${META}clientCapabilities`]: capabilities,
      },
    },
  },
  headers: {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
  },
});

/** The messages in an answer, sent as JSON or as an event stream. */
export async function messagesIn(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return [JSON.parse(text) as Record<string, unknown>];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? "") as Record<string, unknown>);
}

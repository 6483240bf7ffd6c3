const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

/** The name an MCP client gives itself: on `initialize` in the older revisions, with every request in the newest. */
export function clientNameOf(body: unknown): string | undefined {
  const { params } = body as { params?: { clientInfo?: unknown; _meta?: Record<string, unknown> } };
  const info = params?.clientInfo ?? params?._meta?.[CLIENT_INFO];
  if (typeof info !== "object" || info === null) return undefined;
  const { name, title, version } = info as Record<string, unknown>;
  const shown = typeof title === "string" ? title : name;
  if (typeof shown !== "string" || shown === "") return undefined;
  return typeof version === "string" ? `${shown} ${version}` : shown;
}

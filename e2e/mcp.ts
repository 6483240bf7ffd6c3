/** Asks for the tools as an MCP client would, and answers the HTTP status. */
export async function listTools(baseUrl: string, key: string): Promise<number> {
  const response = await send(baseUrl, key, { method: "tools/list" });
  await response.body?.cancel();
  return response.status;
}

/** Uses a tool as an assistant would, and answers what it said. */
export async function useTool<Answer>(baseUrl: string, key: string, name: string, args: object): Promise<Answer> {
  const response = await send(baseUrl, key, { method: "tools/call", params: { name, arguments: args } });
  const { result, error } = (await response.json()) as { result?: { structuredContent: Answer; isError?: boolean }; error?: unknown };
  if (!result || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
  return result.structuredContent;
}

const send = (baseUrl: string, key: string, message: object) =>
  fetch(`${baseUrl}/api/v1/mcp`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "user-agent": "claude-code/2.4.0",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });

/** Asks for the tools as an MCP client would, and answers the HTTP status. */
export async function listTools(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/mcp`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "user-agent": "claude-code/2.4.0",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.body?.cancel();
  return response.status;
}

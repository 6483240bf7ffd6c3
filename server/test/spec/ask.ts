import type { Service } from "../service.ts";

interface Me {
  user: { id: string; role: string };
  key: { name: string };
}

export const toolsList = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** The owner of a key. */
export const askMe = async (service: Service, key: string) => (await (await service.rest(key, "GET", "/me")).json()) as Me;

/** 200 for a key that works, 401 for one that does not. */
export const statusOf = async (service: Service, key: string | undefined) => (await service.rest(key, "GET", "/me")).status;

/** 200 for an Admin's key, 403 for a Member's. */
export const adminStatusOf = async (service: Service, key: string) => (await service.rest(key, "GET", "/events")).status;

/** The same over MCP: 200 or 401. */
export const mcpStatusOf = async (service: Service, key: string | undefined) => (await service.mcp(key, toolsList)).status;

export async function toolNames(service: Service, key: string): Promise<string[]> {
  const { result } = (await (await service.mcp(key, toolsList)).json()) as { result: { tools: { name: string }[] } };
  return result.tools.map((tool) => tool.name);
}

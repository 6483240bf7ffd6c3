import type { Member, Role } from "../../kernel/actor.ts";
import type { Caller, McpEndpoint } from "./server.ts";

const VERSION_HEADER = "mcp-protocol-version";
const MODERN = "2026-07-28";
const META = "io.modelcontextprotocol/";
const MAX_FINISHED = 64;
const MAX_NAME = 60; // an id may be a text of any length; long ones are not worth keeping

interface ListRequest {
  id: string | number;
  generation: "legacy" | "modern";
}

/**
 * `tools/list` is the call every client makes first and most. Its result depends on the role alone, so the SDK is asked
 * once per role and generation, and its own bytes are sent from then on. Anything unusual about a request goes
 * the long way, through the SDK.
 */
export async function prepareLists(endpoint: McpEndpoint, url: string) {
  const results = {
    legacy: { admin: await requestList(endpoint, url, "admin", LEGACY), member: await requestList(endpoint, url, "member", LEGACY) },
    modern: { admin: await requestList(endpoint, url, "admin", CURRENT), member: await requestList(endpoint, url, "member", CURRENT) },
  };

  // Clients count their requests from 0 or 1 and list the tools first, so a few finished answers serve nearly all of them (bench:auth, tools_list/bare).
  const finished = new Map<string, Buffer>();

  return {
    /** The finished body, or undefined when this is not the plain `tools/list`. */
    answer(body: unknown, headers: Record<string, unknown>, role: Role, isStream: boolean): Buffer | undefined {
      const request = recognise(body, headers);
      if (!request) return undefined;
      const name = `${request.generation} ${role} ${isStream} ${JSON.stringify(request.id)}`;
      const known = finished.get(name);
      if (known) return known;
      // Bytes, not text: encoding the list anew for each answer would cost more than everything else together.
      const opening = Buffer.from(
        `${isStream ? "event: message\ndata: " : ""}{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":`,
      );
      const made = Buffer.concat([opening, results[request.generation][role], isStream ? END_OF_EVENT : END]);
      if (finished.size < MAX_FINISHED && name.length < MAX_NAME) finished.set(name, made);
      return made;
    },
  };
}

function recognise(body: unknown, headers: Record<string, unknown>): ListRequest | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { jsonrpc, id, method, params, ...others } = body as Record<string, unknown>;
  if (
    method !== "tools/list" ||
    jsonrpc !== "2.0" ||
    (typeof id !== "string" && !Number.isSafeInteger(id)) ||
    Object.keys(others).length > 0
  )
    return undefined;
  const known = id as string | number;
  if (headers["mcp-session-id"] !== undefined) return undefined;
  if (params === undefined)
    return headers[VERSION_HEADER] === undefined || isLegacyVersion(headers[VERSION_HEADER])
      ? { id: known, generation: "legacy" }
      : undefined;
  return isModern(params, headers) ? { id: known, generation: "modern" } : undefined;
}

const isLegacyVersion = (version: unknown) => version === "2025-11-25" || version === "2025-06-18" || version === "2025-03-26";

function isModern(params: unknown, headers: Record<string, unknown>): boolean {
  if (typeof params !== "object" || params === null) return false;
  const { _meta: meta, ...others } = params as { _meta?: Record<string, unknown> };
  if (!meta || Object.keys(others).length > 0 || meta["progressToken"] !== undefined) return false;
  const client = meta[`${META}clientInfo`] as { name?: unknown; version?: unknown } | undefined;
  const capabilities = meta[`${META}clientCapabilities`];
  return (
    headers[VERSION_HEADER] === MODERN &&
    headers["mcp-method"] === "tools/list" &&
    headers["mcp-name"] === undefined &&
    meta[`${META}protocolVersion`] === MODERN &&
    typeof client?.name === "string" &&
    typeof client.version === "string" &&
    typeof capabilities === "object" &&
    capabilities !== null &&
    Object.keys(capabilities).length === 0
  );
}

const END = Buffer.from("}");
const END_OF_EVENT = Buffer.from("}\n\n");

const LEGACY = { headers: {}, params: undefined };
const CURRENT = {
  headers: { [VERSION_HEADER]: MODERN, "mcp-method": "tools/list" },
  params: {
    _meta: {
      [`${META}protocolVersion`]: MODERN,
      [`${META}clientInfo`]: { name: "kith", version: "1.0.0" },
      [`${META}clientCapabilities`]: {},
    },
  },
};

async function requestList(
  endpoint: McpEndpoint,
  url: string,
  role: Role,
  { headers, params }: typeof LEGACY | typeof CURRENT,
): Promise<Buffer> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", ...(params ? { params } : {}) };
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  const response = await endpoint.answer(nobody(role), request, body, false);
  const { result } = (await response.json()) as { result?: unknown };
  if (!result) throw new Error("the MCP server did not answer tools/list");
  return Buffer.from(JSON.stringify(result));
}

/** Listing tools touches no data; only the role of the caller matters. */
const nobody = (role: Role): Caller => ({ actor: { kind: "member", role } as Member, facts: { id: "start", surface: "mcp" } });

import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Operation } from "../../kernel/operation.ts";
import type { HostRules } from "../host.ts";
import { acceptJsonOnly, chargedTo, parseJson } from "../json-body.ts";
import type { KeyGate } from "../key-gate.ts";
import { fromHttp } from "../problem.ts";
import { logRequests, type AddRequest } from "../request-log.ts";
import { factsOf } from "../request-facts.ts";
import { readAccept } from "./accept.ts";
import { clientNameOf } from "./client-name.ts";
import { prepareLists } from "./prepared.ts";
import { INVALID_REQUEST, PARSE_ERROR, REFUSED, sendRpcError } from "./rpc.ts";

const PATH = "/api/v1/mcp";
const WARM_UP_AFTER_MS = 500;
/** What clients send besides calls of tools. */
const METHODS = new Set([
  "initialize",
  "notifications/initialized",
  "ping",
  "tools/list",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "server/discover",
]);

interface McpSurface {
  operations: Operation[];
  execute: Execute;
  gate: KeyGate;
  hosts: HostRules;
  baseUrl: string;
  addRequest: AddRequest;
}

/** The MCP endpoint: our own checks in order, then the prepared lists, then the SDK. */
export async function mcpRoutes(
  server: FastifyInstance,
  { operations, execute, gate, hosts, baseUrl, addRequest }: McpSurface,
): Promise<void> {
  // The SDK is large. It is loaded with the first call or soon after the start, so that it does not delay the start.
  let loaded: ReturnType<typeof load> | undefined;
  const loadOnce = () => (loaded ??= load());
  async function load() {
    const { createMcpEndpoint } = await import("./server.ts");
    const endpoint = createMcpEndpoint(operations, execute, baseUrl);
    return { endpoint, prepared: await prepareLists(endpoint, baseUrl + PATH) };
  }

  const tools = new Set(operations.flatMap(({ tool }) => (tool ? [tool.name, ...(tool.formerly ?? [])] : [])));
  acceptJsonOnly(server, (text) => text);
  logRequests(server, addRequest);
  server.decorateRequest("knownKey");
  server.setErrorHandler((error, _request, reply) => sendRpcError(reply, fromHttp(error)));
  server.addHook("onListen", async () => void setTimeout(() => void loadOnce(), WARM_UP_AFTER_MS).unref());
  server.addHook("onClose", async () => (await loaded)?.endpoint.close());

  server.route({
    method: ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
    url: PATH,
    handler: (_request, reply) =>
      sendRpcError(reply, new AppError(405, "method_not_allowed", "Only POST is answered here.", { headers: { allow: "POST" } })),
  });

  server.post(PATH, {
    config: { worksWhileSending: true },
    async onRequest(request, reply) {
      const { origin } = request.headers;
      if (origin !== undefined && !hosts.isOurOrigin(origin))
        throw new AppError(403, "origin", "Pages of other sites may not call this endpoint.");
      if (!readAccept(request.headers.accept)) {
        throw new AppError(406, "not_acceptable", "Send the header Accept: application/json, text/event-stream. Both types must be named.");
      }
      // Before the body is read: a caller without a key learns nothing else, and cannot make us buffer its body.
      request.knownKey = await gate.admit(request, reply);
    },
    async handler(request, reply) {
      const accepted = readAccept(request.headers.accept);
      const known = request.knownKey;
      const body = readMessage(request, reply);
      if (body === undefined) return reply;
      request.operationName = calledIn(body, tools);
      gate.noteUse(known, request, clientNameOf(body));
      const prefersStream = accepted?.prefersStream ?? false;

      const { endpoint, prepared } = await loadOnce();
      const isReadOnly = asksForReadOnly(request);
      const ready = isReadOnly ? undefined : prepared.answer(body, request.headers, known.actor.role, prefersStream);
      if (ready !== undefined) return reply.type(prefersStream ? "text/event-stream" : "application/json").send(ready);

      const caller = {
        actor: known.actor,
        facts: factsOf(request, "mcp"),
        isReadOnly,
        onFailure: (code: string) => (request.errorCode = code),
      };
      return pass(reply, await endpoint.answer(caller, toWebRequest(request, baseUrl), body, prefersStream));
    },
  });
}

/** The tool or the method of a message. A name that we do not know is whatever a client wrote, and is left out. */
function calledIn(body: unknown, tools: ReadonlySet<string>): string | undefined {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } };
  const name = method === "tools/call" ? params?.name : method;
  if (typeof name !== "string") return undefined;
  return tools.has(name) || METHODS.has(name) ? name : undefined;
}

/** By header or in the address, because some clients can set only one of them. A value that we do not know counts as yes: it is the safe side. */
function asksForReadOnly({ headers, query }: FastifyRequest): boolean {
  const asked = [headers["x-kith-read-only"], (query as Record<string, unknown>)["read_only"]];
  return asked.some((one) => one !== undefined && one !== "false" && one !== "0");
}

/** The one message in the body. Undefined when the answer, a 4xx, has been sent. */
function readMessage(request: FastifyRequest, reply: FastifyReply): unknown {
  let body: unknown;
  try {
    body = chargedTo(request, () => parseJson(String(request.body ?? "")));
  } catch (error) {
    sendRpcError(reply, fromHttp(error), PARSE_ERROR);
    return undefined;
  }
  const refusal = refuseMessage(request, body);
  if (refusal) sendRpcError(reply, refusal.error, refusal.rpcCode);
  return refusal ? undefined : body;
}

function refuseMessage(request: FastifyRequest, body: unknown): { error: AppError; rpcCode: number } | undefined {
  if (body === undefined)
    return { error: new AppError(400, "bad_json", "The body is empty. Send one JSON-RPC message."), rpcCode: PARSE_ERROR };
  if (Array.isArray(body))
    return {
      error: new AppError(400, "batch", "Send one message at a time: batches are not part of the protocol."),
      rpcCode: INVALID_REQUEST,
    };
  if (typeof body !== "object" || body === null || (body as { jsonrpc?: unknown }).jsonrpc !== "2.0") {
    return {
      error: new AppError(400, "not_json_rpc", 'The body is not a JSON-RPC 2.0 message: "jsonrpc" must be "2.0".'),
      rpcCode: INVALID_REQUEST,
    };
  }
  if (request.headers["mcp-session-id"] !== undefined) {
    return {
      error: new AppError(
        404,
        "no_session",
        "There are no sessions here: each call stands alone, as the key's owner. Leave Mcp-Session-Id out.",
      ),
      rpcCode: REFUSED,
    };
  }
  return undefined;
}

function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && name !== "content-length") headers.set(name, value);
  return new Request(baseUrl + PATH, { method: "POST", headers, body: String(request.body) });
}

function pass(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status);
  response.headers.forEach((value, name) => reply.header(name, value));
  return reply.send(response.body ? Readable.fromWeb(response.body) : "");
}

declare module "fastify" {
  interface FastifyRequest {
    knownKey: Awaited<ReturnType<KeyGate["admit"]>>;
  }
}

import {
  createMcpHandler,
  INVALID_PARAMS,
  isLegacyRequest,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
} from "@modelcontextprotocol/server";
import type { Member } from "../../kernel/actor.ts";
import { AppError, toAppError } from "../../kernel/errors.ts";
import type { RequestFacts } from "../../kernel/call.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Operation } from "../../kernel/operation.ts";
import { askFirst } from "./ask-first.ts";
import { FILTER_SYNTAX_URI, filterSyntax } from "./filter-syntax.ts";
import { instructionsFor } from "./instructions.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { failure, newName, operationsByTool, success, toolsByRole } from "./tools.ts";

/** The caller, passed through the SDK unchanged. */
export interface Caller {
  actor: Member;
  facts: RequestFacts;
  /** The connection asked for tools that only read. */
  isReadOnly?: boolean;
  /** Told when a tool answers with an error, which HTTP does not show. */
  onFailure?(code: string): void;
  instructions?: string;
}

/** The messages whose answers carry the instructions. */
const GREETINGS: ReadonlySet<unknown> = new Set(["initialize", "server/discover"]);

const MARKDOWN = "text/markdown";
const PRIVATE = { ttlMs: 0, cacheScope: "private" } as const;
const CACHE_HINTS = {
  "tools/list": PRIVATE,
  "prompts/list": PRIVATE,
  "resources/list": PRIVATE,
  "resources/templates/list": PRIVATE,
  "resources/read": PRIVATE,
};

export interface McpEndpoint {
  answer(caller: Caller, request: Request, body: unknown, prefersStream: boolean): Promise<Response>;
  close(): Promise<void>;
}

/** Serves both generations of the protocol from one set of tools. A Server and its transport serve one request, never two. */
export function createMcpEndpoint(operations: Operation[], execute: Execute, baseUrl: string): McpEndpoint {
  const byTool = operationsByTool(operations);
  const lists = toolsByRole(operations);
  const syntax = filterSyntax(baseUrl);

  function build({ actor, facts, isReadOnly = false, instructions = "", onFailure }: Caller): Server {
    const refuse = (error: AppError) => {
      onFailure?.(error.code);
      return failure(error);
    };
    const server = new Server(
      { name: "kith", title: "Kith", version: "1.0.0" },
      { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions, cacheHints: CACHE_HINTS },
    );
    server.setRequestHandler("tools/list", () => ({
      tools: lists[actor.role].filter((tool) => !isReadOnly || tool.annotations?.readOnlyHint),
    }));
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const operation = byTool.get(params.name);
      if (!operation)
        throw new ProtocolError(INVALID_PARAMS, `There is no tool ${JSON.stringify(params.name)}. Ask tools/list which there are.`);
      if (isReadOnly && operation.effect !== "read") return refuse(READ_ONLY);
      try {
        const asked = askFirst(operation, params.arguments, context);
        if (asked.question) return asked.question;
        const answer = await execute(operation, actor, asked.input, facts);
        const shown = operation.tool?.show ? operation.tool.show(answer, operation.input.decode(asked.input ?? {})) : answer;
        return { ...success(shown), ...newName(operation, params.name) };
      } catch (error) {
        return refuse(toAppError(error));
      }
    });
    server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts(isReadOnly) }));
    server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, isReadOnly, syntax.markdown));
    server.setRequestHandler("resources/list", () => ({
      resources: [
        { uri: FILTER_SYNTAX_URI, name: syntax.name, title: syntax.title, description: "The filter language", mimeType: MARKDOWN },
      ],
    }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    server.setRequestHandler("resources/read", ({ params }) => {
      if (params.uri !== FILTER_SYNTAX_URI) throw new ResourceNotFoundError(params.uri);
      return { contents: [{ uri: FILTER_SYNTAX_URI, mimeType: MARKDOWN, text: syntax.markdown }] };
    });
    return server;
  }

  // We announce no changes, so the SDK acknowledges a subscription as empty and ends its stream at once: none stays open.
  const modern = {
    json: createMcpHandler((context) => build(callerOf(context.authInfo)), { legacy: "reject" }),
    stream: createMcpHandler((context) => build(callerOf(context.authInfo)), { legacy: "reject", responseMode: "sse" }),
  };

  return {
    async answer(known, request, body, prefersStream) {
      const isGreeting = GREETINGS.has((body as { method?: unknown }).method);
      const caller = isGreeting ? { ...known, instructions: await instructionsFor(execute, known) } : known;
      const authInfo = asAuthInfo(caller);
      if (!(await isLegacyRequest(request, body))) {
        return modern[prefersStream ? "stream" : "json"].fetch(request, { authInfo, parsedBody: body });
      }
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: !prefersStream });
      await build(caller).connect(transport);
      return transport.handleRequest(request, { authInfo, parsedBody: body });
    },
    async close() {
      await Promise.all([modern.json.close(), modern.stream.close()]);
    },
  };
}

const READ_ONLY = new AppError(
  403,
  "read_only",
  "This connection is read-only. Tell the person: they chose that where they set up the client.",
);

const asAuthInfo = (caller: Caller): AuthInfo => ({ token: "", clientId: caller.actor.userId, scopes: [], extra: { caller } });

function callerOf(authInfo: AuthInfo | undefined): Caller {
  const caller = authInfo?.extra?.["caller"];
  if (!caller) throw new Error("an MCP request came without its caller");
  return caller as Caller;
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Member } from "../../kernel/actor.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Deprecation, Operation } from "../../kernel/operation.ts";
import { compressAnswers } from "../compress.ts";
import { acceptJsonOnly } from "../json-body.ts";
import type { KeyGate } from "../key-gate.ts";
import { sendProblem } from "../problem.ts";
import { logRequests, type AddRequest } from "../request-log.ts";
import { factsOf, idempotencyOf } from "../request-facts.ts";

export const REST_PREFIX = "/api/v1";

/** One route for every operation that has a `rest`. */
export async function restRoutes(
  server: FastifyInstance,
  { operations, execute, gate, addRequest }: { operations: Operation[]; execute: Execute; gate: KeyGate; addRequest: AddRequest },
): Promise<void> {
  acceptJsonOnly(server);
  compressAnswers(server);
  logRequests(server, addRequest);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.decorateRequest("member");
  server.addHook("onRequest", async (request, reply) => {
    request.operationName = request.routeOptions.config.operation;
    const known = await gate.admit(request, reply);
    gate.noteUse(known, request, undefined);
    request.member = known.actor;
  });

  for (const operation of operations) {
    const { rest } = operation;
    if (!rest) continue;
    server.route({
      method: rest.method,
      url: REST_PREFIX + rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { operation: operation.name, ...(operation.hasSecret ? { hasSecret: true } : {}) },
      async handler(request, reply) {
        const input = gatherInput(request);
        const output = await execute(operation, request.member, input, factsOf(request, "rest"), idempotencyOf(request, input));
        reply.code(rest.status ?? 200).header("cache-control", "no-store");
        if (rest.deprecated) reply.headers(deprecationHeaders(rest.deprecated));
        const version = rest.status === 204 ? undefined : versionIn(output);
        if (version !== undefined) reply.header("etag", `"${version}"`);
        return rest.status === 204 ? reply.send() : output;
      },
    });
  }
}

/** RFC 9745 and RFC 8594: since when it is deprecated, from when it may be gone, and what to use instead. */
function deprecationHeaders({ since, until, instead }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / SECOND_MS}`,
    sunset: new Date(until).toUTCString(),
    link: `<${REST_PREFIX}/docs#${instead.replaceAll(".", "-")}>; rel="deprecation"`,
  };
}

/** Path, query, body and If-Match as one input. A name given in two places is refused rather than silently overridden. */
function gatherInput(request: FastifyRequest): unknown {
  const hasBody = request.method !== "GET" && request.method !== "DELETE";
  const body = hasBody ? (request.body ?? {}) : {};
  if (typeof body !== "object" || Array.isArray(body)) throw invalid([{ pointer: "", message: "The body must be a JSON object." }]);
  const version = versionWanted(request.headers["if-match"]);
  const parts = [body, request.query, request.params, version ? { if_version: version } : {}] as Record<string, unknown>[];
  const seen = new Set<string>();
  const twice = parts.flatMap((part) => Object.keys(part)).find((name) => seen.size === seen.add(name).size);
  if (twice)
    throw invalid([
      {
        pointer: `/${twice}`,
        message: `There is no property ${JSON.stringify(twice)} here.`,
        hint: "It is given in the path, the query or a header.",
      },
    ]);
  // Not Object.assign: it would take a name like "__proto__" as the prototype, and nobody would say that it is unknown.
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** The version in If-Match. One that cannot be read is refused: left out, the caller would overwrite what they meant to protect. */
function versionWanted(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  const version = /^(?:W\/)?"(\d+)"$/.exec(header.trim())?.[1];
  if (!version) throw new AppError(400, "bad_if_match", 'Send If-Match as the ETag was given: one version in quotes, such as "3".');
  return version;
}

/** The version of the one record in an answer, for If-Match. */
function versionIn(output: unknown): number | undefined {
  const { version, record } = output as { version?: number; record?: { version?: number } };
  return version ?? record?.version;
}

declare module "fastify" {
  interface FastifyRequest {
    member: Member;
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route calls. */
    operation?: string;
    /** Its answer holds a secret. */
    hasSecret?: true;
  }
}

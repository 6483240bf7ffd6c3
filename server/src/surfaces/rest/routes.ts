import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Member } from "../../kernel/actor.ts";
import { invalid } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Operation } from "../../kernel/operation.ts";
import { acceptJsonOnly } from "../json-body.ts";
import type { KeyGate } from "../key-gate.ts";
import { sendProblem } from "../problem.ts";
import { factsOf, idempotencyOf } from "../request-facts.ts";

export const REST_PREFIX = "/api/v1";

/** One route for every operation that has a `rest`. */
export async function restRoutes(
  server: FastifyInstance,
  { operations, execute, gate }: { operations: Operation[]; execute: Execute; gate: KeyGate },
): Promise<void> {
  acceptJsonOnly(server);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.decorateRequest("member");
  server.addHook("onRequest", async (request, reply) => {
    const known = await gate.admit(request, reply);
    gate.noteUse(known, request, undefined);
    request.member = known.actor;
  });

  for (const { name, rest } of operations) {
    if (!rest) continue;
    server.route({
      method: rest.method,
      url: REST_PREFIX + rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      async handler(request, reply) {
        const input = gatherInput(request);
        const output = await execute(name, request.member, input, factsOf(request, "rest"), idempotencyOf(request, input));
        reply.code(rest.status ?? 200).header("cache-control", "no-store");
        return rest.status === 204 ? reply.send() : output;
      },
    });
  }
}

/** Path, query and body as one input. A name given in two places is refused rather than silently overridden. */
function gatherInput(request: FastifyRequest): unknown {
  const params = request.params as Record<string, unknown>;
  const outer = request.method === "GET" || request.method === "DELETE" ? request.query : (request.body ?? {});
  if (outer === null || typeof outer !== "object" || Array.isArray(outer))
    throw invalid([{ pointer: "", message: "The body must be a JSON object." }]);
  const twice = Object.keys(params).find((name) => name in outer);
  if (twice)
    throw invalid([{ pointer: `/${twice}`, message: `There is no property ${JSON.stringify(twice)} here.`, hint: "It is in the path." }]);
  return { ...outer, ...params };
}

declare module "fastify" {
  interface FastifyRequest {
    member: Member;
  }
}

import type { FastifyInstance } from "fastify";
import { returnByReceiver } from "../../features/lead-sending/delivery-operations.ts";
import { anonymous } from "../../kernel/actor.ts";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { invalid, tooMany } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { createLimiter } from "../../platform/limiter.ts";
import { placeOf } from "../../platform/place.ts";
import { acceptJsonOnly } from "../json-body.ts";
import { sendProblem } from "../problem.ts";
import { factsOf } from "../request-facts.ts";

const BODY_BYTES = 8_192;
const PER_HOUR = returnByReceiver.perHour ?? 0;

/** The address that a receiver got with a lead, as `kith-return-url`: it returns the lead with a reason. */
export async function leadReturnRoutes(server: FastifyInstance, { execute, clock }: { execute: Execute; clock: Clock }): Promise<void> {
  acceptJsonOnly(server);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const limit = createLimiter(clock, PER_HOUR, HOUR_MS);

  server.post<{ Params: { id: string }; Querystring: { token?: string } }>(
    "/lead-returns/:id",
    {
      bodyLimit: BODY_BYTES,
      onRequest: async (request) => {
        const verdict = limit.take(placeOf(request.ip));
        if (!verdict.isAllowed) throw tooMany("Too many leads were returned from here. Wait a while.", verdict.resetSeconds);
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { body } = request;
      if (typeof body !== "object" || body === null || Array.isArray(body))
        throw invalid([{ pointer: "", message: 'Send JSON with a reason, such as {"reason": "Wrong number"}.' }]);
      // Checked by the operation.
      const input = { ...(body as { reason: string }), id: request.params.id, token: request.query.token ?? "" };
      return execute(returnByReceiver, anonymous, input, factsOf(request, "rest"));
    },
  );
}

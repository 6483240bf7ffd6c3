import type { FastifyInstance, FastifyRequest } from "fastify";
import { companyId } from "../../features/companies/operations.ts";
import { channelId } from "../../features/channels/shapes.ts";
import { acceptWhatsApp, verifyWhatsApp } from "../../features/channels/whatsapp/operations.ts";
import { system } from "../../kernel/actor.ts";
import { MINUTE_MS, type Clock } from "../../kernel/clock.ts";
import { AppError, notFound, tooMany } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { createLimiter } from "../../platform/limiter.ts";
import { placeOf } from "../../platform/place.ts";
import { sendProblem } from "../problem.ts";
import { factsOf } from "../request-facts.ts";

const BODY_BYTES = 3 * 1_048_576; // the most that Meta sends at once
const FAILURES_PER_MINUTE = 30;

interface Place {
  Params: { company: string; channel: string };
}
type Query = Record<"hub.mode" | "hub.verify_token" | "hub.challenge", string | undefined>;

/** Where other services report what happened. Who calls is known by the signature of the bytes alone, so nothing is parsed before it. */
export async function callbackRoutes(server: FastifyInstance, { execute, clock }: { execute: Execute; clock: Clock }): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, async (_: FastifyRequest, body: string | Buffer) => body);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const failures = createLimiter(clock, FAILURES_PER_MINUTE, MINUTE_MS);
  const refuse = (request: FastifyRequest): never => {
    failures.take(placeOf(request.ip));
    throw new AppError(401, "bad_signature", "This call is not signed as it should be.");
  };
  const onRequest = async (request: FastifyRequest) => {
    const verdict = failures.look(placeOf(request.ip));
    if (!verdict.isAllowed) throw tooMany("Too many calls with a wrong signature came from here. Wait a minute.", verdict.resetSeconds);
  };

  server.get<Place & { Querystring: Query }>("/callbacks/whatsapp/:company/:channel", { onRequest }, async (request, reply) => {
    const { company, id } = placeIn(request.params);
    const { "hub.mode": mode, "hub.verify_token": token = "", "hub.challenge": challenge = "" } = request.query;
    const { is_right: isRight } = await execute(
      verifyWhatsApp,
      system(company),
      { id, token: token.slice(0, 500) },
      factsOf(request, "rest"),
    );
    if (mode !== "subscribe" || !isRight || !/^[\w-]{1,200}$/.test(challenge)) return refuse(request);
    return reply.header("cache-control", "no-store").type("text/plain").send(challenge);
  });

  server.post<Place>("/callbacks/whatsapp/:company/:channel", { onRequest, bodyLimit: BODY_BYTES }, async (request, reply) => {
    const { company, id } = placeIn(request.params);
    const signature = String(request.headers["x-hub-signature-256"] ?? "").slice(0, 200);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { is_signed: isSigned } = await execute(acceptWhatsApp, system(company), { id, body, signature }, factsOf(request, "rest"));
    if (!isSigned) return refuse(request);
    return reply.header("cache-control", "no-store").code(200).send();
  });
}

function placeIn({ company, channel }: Place["Params"]): { company: string; id: string } {
  const found = companyId.safeDecode(company);
  if (!found.success || !channelId.safeDecode(channel).success) throw notFound("Channel");
  return { company: found.data, id: channel };
}

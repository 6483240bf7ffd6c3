import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Member } from "../kernel/actor.ts";
import type { SeenRequest } from "../features/requests/index.ts";

const PATH_LENGTH = 200;
const NAME_LENGTH = 60;

export type AddRequest = (request: Omit<SeenRequest, "at">) => void;

/** Hands every answered call of a key to the request log: also one that the gate, the limits or the JSON reader refused. */
export function logRequests(server: FastifyInstance, add: AddRequest): void {
  server.decorateRequest("keyOwner");
  server.decorateRequest("operationName");
  server.decorateRequest("errorCode");
  server.addHook("onResponse", async (request, reply) => {
    const { keyOwner, errorCode, operationName } = request;
    if (keyOwner?.proof.kind !== "key") return;
    add({
      companyId: keyOwner.companyId,
      id: request.id,
      userId: keyOwner.userId,
      keyId: keyOwner.proof.keyId,
      method: request.method,
      path: pathOf(request),
      operation: operationName?.slice(0, NAME_LENGTH) ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      code: errorCode?.slice(0, NAME_LENGTH) ?? null,
    });
  });
}

/** Without the query, which holds filters, and so what people look for. */
const pathOf = ({ url }: FastifyRequest) => (url.split("?", 1)[0] ?? "").slice(0, PATH_LENGTH);

declare module "fastify" {
  interface FastifyRequest {
    /** Whose key came with the call, even if the call was refused then. */
    keyOwner: Member | undefined;
    /** The operation or the tool that was called. */
    operationName: string | undefined;
    /** The code of the error that was answered. */
    errorCode: string | undefined;
  }
}

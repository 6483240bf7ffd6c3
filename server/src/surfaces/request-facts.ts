import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { AppError } from "../kernel/errors.ts";
import type { RequestFacts, Surface } from "../kernel/call.ts";
import type { Idempotency } from "../kernel/execute.ts";

const MAX_KEY_LENGTH = 255;

export function factsOf(request: FastifyRequest, surface: Surface): RequestFacts {
  const userAgent = request.headers["user-agent"];
  return { id: request.id, surface, ip: request.ip, ...(userAgent ? { userAgent } : {}) };
}

/** The caller's Idempotency-Key with a fingerprint of what it was sent for. */
export function idempotencyOf(request: FastifyRequest, input: unknown): Idempotency | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.method === "GET") return undefined;
  if (typeof key !== "string" || key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new AppError(400, "bad_idempotency_key", `An Idempotency-Key has 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  return { key, fingerprint: createHash("sha256").update(JSON.stringify(input)).digest() };
}

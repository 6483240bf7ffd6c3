import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError, toAppError } from "../kernel/errors.ts";

/** An error as RFC 9457 problem+json: stable code, a message, what to fix, and the request id. */
function problem(error: AppError, requestId: string) {
  return {
    type: `urn:kith:problem:${error.code}`,
    title: TITLES[error.status] ?? "Error",
    status: error.status,
    detail: error.message,
    code: error.code,
    errors: error.errors,
    request_id: requestId,
  };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  const error = fromHttp(thrown);
  request.errorCode = error.code;
  setErrorHeaders(reply, error);
  void reply
    .code(error.status)
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem(error, request.id)));
}

export function setErrorHeaders(reply: FastifyReply, error: AppError): void {
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
}

/** Fastify's own field errors about a request, in our words. */
export function fromHttp(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const status = (thrown as Partial<FastifyError>).statusCode;
  if (status === 413) return new AppError(413, "body_too_large", "The body is larger than 1 MiB. Send less at once.");
  if (status === 415) return new AppError(415, "media_type", "Send the body as application/json, not compressed.");
  if (status && status >= 400 && status < 500) return new AppError(status, "bad_request", "The request could not be read.");
  return toAppError(thrown);
}

/** What each status means, in short. */
export const TITLES: Record<number, string> = {
  400: "Bad request",
  401: "Not authenticated",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  409: "Conflict",
  412: "Changed meanwhile",
  413: "Too large",
  414: "URL too long",
  415: "Unsupported media type",
  416: "Range not satisfiable",
  422: "Input not valid",
  429: "Too many requests",
  500: "Internal error",
  503: "Unavailable",
};

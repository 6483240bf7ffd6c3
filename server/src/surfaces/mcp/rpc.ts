import type { FastifyReply } from "fastify";
import type { AppError } from "../../kernel/errors.ts";
import { setErrorHeaders } from "../problem.ts";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
/** The first of the codes that JSON-RPC leaves to a server. */
export const REFUSED = -32000;

/** An error of the endpoint itself, as the JSON-RPC body an MCP client can read. */
export function sendRpcError(reply: FastifyReply, error: AppError, rpcCode: number = REFUSED): FastifyReply {
  reply.request.errorCode = error.code;
  setErrorHeaders(reply, error);
  return reply
    .code(error.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ jsonrpc: "2.0", error: { code: rpcCode, message: error.message, data: { code: error.code } }, id: null }));
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";

const LIFE_SECONDS = (30 * DAY_MS) / SECOND_MS;

/** The session's cookie. Over plain HTTP, in development, a browser would drop a Secure one. */
export function createCookie(isSecure: boolean) {
  const name = isSecure ? "__Host-kith_session" : "kith_session";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read(request: FastifyRequest): string | undefined {
      const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
      return pairs.find(([key]) => key === name)?.[1];
    },
    write: (reply: FastifyReply, token: string) => reply.header("set-cookie", `${name}=${token}; Max-Age=${LIFE_SECONDS}; ${attributes}`),
    clear: (reply: FastifyReply) => reply.header("set-cookie", `${name}=; Max-Age=0; ${attributes}`),
  };
}

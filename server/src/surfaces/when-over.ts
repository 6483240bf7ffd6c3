import type { FastifyReply } from "fastify";

/** Runs when the answer is sent, or the client is gone. If that was while its caller was looked up, "close" has fired already. */
export function whenOver({ raw }: FastifyReply, run: () => void): void {
  if (raw.closed) run();
  else raw.once("close", run);
}

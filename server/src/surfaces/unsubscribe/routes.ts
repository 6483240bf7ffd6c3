import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS, type Clock } from "../../kernel/clock.ts";
import { tooMany } from "../../kernel/errors.ts";
import { createLimiter } from "../../platform/limiter.ts";
import { placeOf } from "../../platform/place.ts";
import type { ShownLink, Unsubscribing } from "../../platform/unsubscribing.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { plainPage } from "../html.ts";
import { fromHttp, setErrorHeaders } from "../problem.ts";

const BODY_BYTES = 4_096;
const PER_HOUR = 600;
const HEADERS = {
  "content-type": "text/html; charset=UTF-8",
  "cache-control": "no-store",
  // The address of this page is a secret.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

interface Needs {
  unsubscribing: Unsubscribing;
  clock: Clock;
}

/**
 * The address in List-Unsubscribe. A mail program posts to it (RFC 8058); a person opens it and presses the button. Opening it changes
 * nothing, because programs that look for viruses open every link.
 */
export async function unsubscribeRoutes(server: FastifyInstance, { unsubscribing, clock }: Needs): Promise<void> {
  server.removeAllContentTypeParsers();
  // What a mail program posts is always the same, in one of several forms. Only the address counts.
  server.addContentTypeParser("*", { parseAs: "buffer" }, async () => null);
  server.setErrorHandler((thrown, request, reply) => {
    const error = fromHttp(thrown);
    request.errorCode = error.code;
    setErrorHeaders(reply, error);
    const text = `<p>${escapeHtml(error.message)}</p><p>Open the link again in a moment.</p>`;
    void reply.code(error.status).headers(HEADERS).send(plainPage("Not unsubscribed yet", text));
  });
  const limit = createLimiter(clock, PER_HOUR, HOUR_MS);
  const checkLimit = async (request: FastifyRequest) => {
    const verdict = limit.take(placeOf(request.ip));
    if (!verdict.isAllowed) throw tooMany("Too many requests from here. Wait a while.", verdict.resetSeconds);
  };
  const answer = (reply: FastifyReply, shown: ShownLink) =>
    reply
      .code(shown.state === "gone" ? 404 : 200)
      .headers(HEADERS)
      .send(pageOf(shown));
  type Request = FastifyRequest<{ Params: { token: string } }>;

  server.get("/unsubscribe/:token", { onRequest: checkLimit }, async (request: Request, reply) =>
    answer(reply, await unsubscribing.look(request.params.token)),
  );
  server.post("/unsubscribe/:token", { onRequest: checkLimit, bodyLimit: BODY_BYTES }, async (request: Request, reply) =>
    answer(reply, await unsubscribing.unsubscribe(request.params.token)),
  );
}

function pageOf(shown: ShownLink): string {
  if (shown.state === "gone") return plainPage("This link is not valid", "<p>It is too old, or it was not copied completely.</p>");
  const what = escapeHtml(shown.what);
  if (shown.state === "done") return plainPage("You are unsubscribed", `<p>You get no more ${what}.</p>`);
  const form = '<form method="post"><button>Unsubscribe</button></form>';
  return plainPage("Unsubscribe", `<p>Press the button if you want no more ${what}.</p>${form}`);
}

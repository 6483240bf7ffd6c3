import type { FastifyInstance } from "fastify";

/**
 * An empty document that the web application puts the HTML of a mail into. It is a page of its own because a frame written in place
 * has the policy of the page around it, which allows no styles inside the text. This one allows those, and nothing that runs or loads
 * from elsewhere. The sandbox is repeated here: the frame's own attribute does not count for somebody who opens the address directly.
 */
export async function mailFrameRoutes(server: FastifyInstance): Promise<void> {
  server.get("/app/mail-frame", (_request, reply) =>
    reply
      .headers({
        "content-type": "text/html; charset=UTF-8",
        "cache-control": "private, max-age=3600",
        "content-security-policy": MAIL_FRAME_CSP,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      })
      .send('<!doctype html><html lang="en"><head><meta charset="UTF-8"><title>Email</title></head><body></body></html>\n'),
  );
}

/** Read by the browser test that shows hostile mails under it. */
export const MAIL_FRAME_CSP = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin allow-popups",
].join("; ");

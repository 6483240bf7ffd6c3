import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OptIns, ShownOptIn } from "../../features/leads/index.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "../html.ts";
import { fromHttp, setErrorHeaders } from "../problem.ts";
import { element, toHtml, type Tree } from "./tree.ts";

const BODY_BYTES = 1_024;
const HEADERS = {
  "content-type": "text/html; charset=UTF-8",
  "cache-control": "no-store",
  // The address of this page is a secret.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/**
 * Where the link of a mail leads: a page with a button. Only the button confirms, so that a program which follows every link in a mail
 * confirms nothing. It needs no script.
 */
export async function confirmRoutes(server: FastifyInstance, { optIns }: { optIns: OptIns }): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  );
  // Whoever reads this is a person with a browser.
  server.setErrorHandler((thrown, request, reply) => {
    const error = fromHttp(thrown);
    request.errorCode = error.code;
    setErrorHeaders(reply, error);
    void reply
      .code(error.status)
      .headers({ ...HEADERS, "content-security-policy": PLAIN_PAGE_CSP })
      .send(plainPage("Not confirmed yet", `<p>${escapeHtml(error.message)}</p><p>Open the link again in a moment.</p>`));
  });
  const answer = (reply: FastifyReply, shown: ShownOptIn, token: string) =>
    reply
      .code(shown.state === "gone" ? 404 : 200)
      .headers(HEADERS)
      .send(page(shown, token));

  server.get("/f/:form/confirm", async (request: FastifyRequest<{ Querystring: { token?: unknown } }>, reply) => {
    const token = String(request.query.token ?? "");
    return answer(reply, await optIns.look(token), token);
  });

  server.post("/f/:form/confirm", { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const token = request.body instanceof URLSearchParams ? (request.body.get("token") ?? "") : "";
    return answer(reply, await optIns.confirm(token), token);
  });
}

function page(shown: ShownOptIn, token: string): string {
  const company = shown.state === "gone" ? "" : shown.company;
  const { title, content } = contentOf(shown, token);
  const body = element(
    "body",
    { class: "kith-page" },
    company && element("header", {}, company),
    element("main", {}, element("div", { class: "kith-pitch" }, element("h1", {}, title)), content),
  );
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("title", {}, company ? `${title} · ${company}` : title),
    element("link", { rel: "stylesheet", href: "/f/kith.css" }),
  );
  return `<!doctype html>${toHtml(element("html", { lang: "en" }, head, body))}\n`;
}

function contentOf(shown: ShownOptIn, token: string): { title: string; content: Tree } {
  if (shown.state === "gone") {
    const text = "It is older than 7 days, or it was not copied completely. Fill in the form again to get another one.";
    return { title: "This link is not valid", content: element("section", { class: "kith-form" }, element("p", {}, text)) };
  }
  if (shown.state === "confirmed") {
    const text = "Your email address is confirmed. You can close this page.";
    return { title: "Thank you", content: element("section", { class: "kith-form kith-thanks", role: "status" }, element("p", {}, text)) };
  }
  const text = "Your address was given in a form. Press the button if it was you.";
  const form = element(
    "form",
    { class: "kith-form", method: "post", "aria-label": "Confirm your email address" },
    element("p", {}, text),
    element("input", { type: "hidden", name: "token", value: token }),
    element("button", {}, "Confirm my address"),
  );
  return { title: "Confirm your email address", content: form };
}

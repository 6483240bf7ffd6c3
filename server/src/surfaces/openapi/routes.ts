import type { FastifyInstance, FastifyReply } from "fastify";
import type { Operation } from "../../kernel/operation.ts";
import { compressAnswers } from "../compress.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { openApiDocument } from "./document.ts";
import { GUIDES, llmsText, navigation, readGuides, readTexts, TEXTS } from "./guides.ts";
import { REFERENCE_CSP, referencePage } from "./reference.ts";

/** The description of the interface, for programs, for people and for models. Public: it holds nothing of any company. */
export async function openApiRoutes(
  server: FastifyInstance,
  { operations, baseUrl }: { operations: Operation[]; baseUrl: string },
): Promise<void> {
  compressAnswers(server);
  // Created at the first request, so that it does not delay the start.
  let made: ReturnType<typeof make> | undefined;
  const make = () => {
    const document = openApiDocument(operations, baseUrl);
    const guides = readGuides(baseUrl);
    const others = readTexts(baseUrl);
    return {
      json: JSON.stringify(document),
      page: referencePage(document, navigation(guides)),
      guides: new Map(guides.map((guide) => [guide.name, guide])),
      others: new Map(others.map((text) => [text.name, text])),
      llms: llmsText([...guides, ...others], baseUrl),
    };
  };
  const texts = () => (made ??= make());
  const html = (reply: FastifyReply, page: string) =>
    reply.headers({ "content-type": "text/html; charset=UTF-8", "content-security-policy": REFERENCE_CSP }).send(page);
  const markdown = (reply: FastifyReply, text: string) => reply.type("text/markdown; charset=utf-8").send(text);

  server.get(`${REST_PREFIX}/openapi.json`, (_request, reply) => reply.type("application/json; charset=utf-8").send(texts().json));
  server.get(`${REST_PREFIX}/docs`, (_request, reply) => html(reply, texts().page));
  for (const name of GUIDES) {
    server.get(`${REST_PREFIX}/docs/${name}`, (_request, reply) => html(reply, texts().guides.get(name)?.page ?? ""));
    server.get(`${REST_PREFIX}/docs/${name}.md`, (_request, reply) => markdown(reply, texts().guides.get(name)?.markdown ?? ""));
  }
  for (const { name } of TEXTS)
    server.get(`${REST_PREFIX}/docs/${name}.md`, (_request, reply) => markdown(reply, texts().others.get(name)?.markdown ?? ""));
  server.get("/llms.txt", (_request, reply) => reply.type("text/plain; charset=utf-8").send(texts().llms));
}

import type { FastifyInstance } from "fastify";
import type { Operation } from "../../kernel/operation.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { openApiDocument } from "./document.ts";
import { REFERENCE_CSP, referencePage } from "./reference.ts";

/** The description of the interface, for programs and for people. Public: it holds nothing of any company. */
export async function openApiRoutes(
  server: FastifyInstance,
  { operations, baseUrl }: { operations: Operation[]; baseUrl: string },
): Promise<void> {
  // Created at the first request, so that it does not delay the start.
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const document = openApiDocument(operations, baseUrl);
    return (made ??= { json: JSON.stringify(document), page: referencePage(document) });
  };
  server.get(`${REST_PREFIX}/openapi.json`, (_request, reply) => reply.type("application/json; charset=utf-8").send((made ?? make()).json));
  server.get(`${REST_PREFIX}/docs`, (_request, reply) =>
    reply.headers({ "content-type": "text/html; charset=UTF-8", "content-security-policy": REFERENCE_CSP }).send((made ?? make()).page),
  );
}

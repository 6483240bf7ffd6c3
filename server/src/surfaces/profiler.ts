import type { FastifyInstance } from "fastify";
import type { Profiler } from "../platform/profiler.ts";
import { escapeHtml } from "../platform/escape-html.ts";
import { PLAIN_PAGE_CSP, plainPage } from "./html.ts";

const LIST = "/_profiler/requests";

/** The profiler's index always points at its list; the list itself is a route only where profiling is switched on. */
export async function profilerRoutes(server: FastifyInstance, { profiler }: { profiler: Profiler | undefined }): Promise<void> {
  for (const path of ["/_profiler", "/_profiler/"]) {
    server.get(path, { config: { isForMonitors: true } }, (_request, reply) => reply.redirect(LIST, 301));
  }
  if (!profiler) return;
  server.get(LIST, (_request, reply) => {
    const rows = profiler.requests().map(({ at, operation, ms, outcome, statements }) => {
      const sql = statements.map((one) => `<li>${one.ms.toFixed(2)} ms <code>${escapeHtml(one.sql)}</code></li>`).join("");
      return `<tr><td>${at}</td><td>${escapeHtml(operation)}</td><td>${ms.toFixed(2)}</td><td>${escapeHtml(outcome)}</td><td><ol>${sql}</ol></td></tr>`;
    });
    const table = `<table><thead><tr><th>at</th><th>operation</th><th>ms</th><th>outcome</th><th>statements</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
    return reply
      .headers({ "content-type": "text/html; charset=UTF-8", "content-security-policy": PLAIN_PAGE_CSP })
      .send(plainPage("Last requests", table));
  });
}

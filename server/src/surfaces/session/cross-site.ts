import type { FastifyRequest } from "fastify";
import type { HostRules } from "../host.ts";

/** Whether a page of another site calls: it sends its own Origin, or the browser says cross-site. Programs send neither. */
export function isCrossSite(request: FastifyRequest, hosts: HostRules): boolean {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  return (origin !== undefined && !hosts.isOurOrigin(origin)) || (site !== undefined && site !== "same-origin");
}

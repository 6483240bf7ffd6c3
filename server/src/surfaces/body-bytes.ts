import type { FastifyRequest } from "fastify";

/** How long a call's body says it is. One that is sent in chunks does not say it: only parsing it counts. */
export const bodyBytesOf = ({ headers }: FastifyRequest): number => Number(headers["content-length"] ?? 0);

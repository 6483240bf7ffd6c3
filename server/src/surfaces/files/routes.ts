import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { partTooLarge, readFileStream, receiveFile, receivePart, tooLarge } from "../../features/files/index.ts";
import { get, MAX_UPLOAD_BYTES } from "../../features/files/operations.ts";
import { getUpload, MAX_PART_BYTES } from "../../features/files/upload-operations.ts";
import type { Member } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, forbidden, invalid } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { CpuShares } from "../../platform/cpu-shares.ts";
import { bodyBytesOf } from "../body-bytes.ts";
import { createCallLimits, type CallLimits } from "../call-limits.ts";
import type { HostRules } from "../host.ts";
import type { KeyGate } from "../key-gate.ts";
import { sendProblem } from "../problem.ts";
import { factsOf } from "../request-facts.ts";
import { logRequests, type AddRequest } from "../request-log.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { createCookie } from "../session/cookie.ts";
import { isCrossSite } from "../session/cross-site.ts";
import { fileHeaders } from "./headers.ts";
import { readRange } from "./range.ts";

interface FileSurface {
  execute: Execute;
  gate: KeyGate;
  addRequest: AddRequest;
  hosts: HostRules;
  clock: Clock;
  isSecure: boolean;
  authenticate(token: string | undefined): Promise<{ actor: Member } | undefined>;
  limits: CallLimits;
  shares: CpuShares;
}

interface Wanted {
  Params: { id: string };
  Querystring: { of?: unknown; name?: unknown; offset?: unknown };
}

/** Files as bytes, up and down: with a key under `/api/v1/files`, and with the session's cookie under `/app/files`. */
export async function fileRoutes(server: FastifyInstance, surface: FileSurface): Promise<void> {
  const { execute } = surface;
  server.removeAllContentTypeParsers();
  // Whatever its type: the body is the file. It is read by the handler, as it comes.
  server.addContentTypeParser("*", (_request, body, done) => done(null, body));
  server.decorateRequest("member");
  server.decorateRequest("charge");
  logRequests(server, surface.addRequest);
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, asFileError(error)));

  for (const [prefix, onRequest] of [
    [REST_PREFIX, byKey(surface.gate)],
    ["/app", bySession(surface)],
  ] as const) {
    server.post<Wanted>(`${prefix}/files`, { onRequest }, async (request, reply) => {
      if (Number(request.headers["content-length"] ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge();
      if (!isStream(request.body)) throw invalid([{ pointer: "", message: "Send the bytes of the file as the body." }]);
      const { name = "file" } = request.query;
      if (typeof name !== "string" || name.length > 1_000)
        throw invalid([{ pointer: "/name", message: "Send one name of up to 200 characters." }]);
      const file = await receiveFile(execute, request.member, { name, type: request.headers["content-type"] ?? "" }, request.body);
      return reply.code(201).header("cache-control", "no-store").send(file);
    });
    server.patch<Wanted>(`${prefix}/uploads/:id`, { onRequest }, async (request, reply) => {
      const { member, params, body } = request;
      if (Number(request.headers["content-length"] ?? 0) > MAX_PART_BYTES) throw partTooLarge();
      if (!isStream(body)) throw invalid([{ pointer: "", message: "Send the bytes of the part as the body." }]);
      const facts = factsOf(request, prefix === REST_PREFIX ? "rest" : "web");
      // Checked by the operation. First, so that nothing is read for an upload of somebody else.
      const { id } = await execute(getUpload, member, params, facts);
      const part = { id, offset: offsetIn(request.query) };
      await receivePart(execute, member, part, body, (ms) => surface.shares.spend(member.companyId, ms));
      return reply.header("cache-control", "no-store").send(await execute(getUpload, member, { id }, facts));
    });
    server.get<Wanted>(`${prefix}/files/:id`, { onRequest, exposeHeadRoute: false }, async (request, reply) => {
      const { of } = request.query;
      // Checked by the operation.
      const wanted = { id: request.params.id, ...(of === undefined ? {} : { of: of as string }) };
      const file = await execute(get, request.member, wanted, factsOf(request, prefix === REST_PREFIX ? "rest" : "web"));
      return sendFile(request, reply, file, (from, to) => readFileStream(execute, request.member.companyId, file.id, from, to));
    });
  }
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { name: string; type: string; size: number; sha256: string },
  read: (from: number, to: number) => Readable,
) {
  const headers = fileHeaders(file);
  if (request.headers["if-none-match"] === headers["etag"]) return reply.code(304).headers(headers).send();
  // A range of another version than the caller has is of no use to it.
  const { "if-range": version = headers["etag"] } = request.headers;
  const part = readRange(version === headers["etag"] ? request.headers.range : undefined, file.size);
  if (part === "none") {
    const message = `The file has ${file.size} bytes. Ask for a range within them.`;
    throw new AppError(416, "range", message, { headers: { "content-range": `bytes */${file.size}` } });
  }
  reply.headers(headers);
  if (part === "all") return reply.header("content-length", file.size).send(read(0, file.size));
  return reply
    .code(206)
    .header("content-range", `bytes ${part.from}-${part.to - 1}/${file.size}`)
    .header("content-length", part.to - part.from)
    .send(read(part.from, part.to));
}

/** Any type is taken; what is no type at all is not. */
const asFileError = (error: unknown) =>
  (error as { statusCode?: number }).statusCode === 415
    ? new AppError(415, "media_type", "The content-type is none. Send application/octet-stream if you do not know it.")
    : error;

/** Where the part begins in the file. */
function offsetIn({ offset }: Wanted["Querystring"]): number {
  if (typeof offset === "string" && /^\d{1,15}$/.test(offset)) return Number(offset);
  throw invalid([{ pointer: "/offset", message: "Send the place of the part in the file as a number of bytes, such as offset=0." }]);
}

const isStream = (body: unknown): body is Readable => typeof (body as Readable | undefined)?.iterator === "function";

/** For the log of requests. */
const OPERATIONS: Readonly<Record<string, string>> = { POST: "files.upload", PATCH: "files.sendPart" };

function byKey(gate: KeyGate) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    request.operationName = OPERATIONS[request.method] ?? get.name;
    const known = await gate.admit(request, reply);
    gate.noteUse(known, request, undefined);
    request.member = known.actor;
  };
}

function bySession({ hosts, isSecure, authenticate, clock, limits, shares }: FileSurface) {
  const cookie = createCookie(isSecure);
  const limitUser = createCallLimits(clock, limits, "This user");
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // An address that somebody typed or saved comes from no site. It only reads.
    const isTyped = request.method === "GET" && request.headers["sec-fetch-site"] === "none";
    if (!isTyped && isCrossSite(request, hosts)) throw forbidden("cross_site", "Open files from the web application itself.");
    const known = await authenticate(cookie.read(request));
    if (!known) throw new AppError(401, "sign_in_needed", "Sign in first.");
    const { companyId } = known.actor;
    shares.arrive(companyId, bodyBytesOf(request));
    limitUser(known.actor.userId, reply);
    // Over at once: a file that is sent slowly costs no time.
    shares.admit(companyId)();
    request.member = known.actor;
  };
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../kernel/errors.ts";
import { FORBIDDEN_NAMES } from "../platform/parse-input.ts";
import { firstFault, lineAndColumn } from "./json-place.ts";

const MAX_DEPTH = 64;
const MAX_NAMES = 1_000;
/** In the whole body: checking more would hold the event loop for more than 100 ms. A batch of 1,000 records may have 50 values each. */
const MAX_ALL_NAMES = 55_000;

/** The error at an offset of the body. `message` has no full stop: the place follows. */
function bad(text: string, offset: number, message: string, expected?: string): AppError {
  const { line, column } = lineAndColumn(text, offset);
  const sentence = `${message}, at line ${line}, column ${column}.`;
  const errors = [{ pointer: "", message: sentence, line, column, ...(expected ? { expected } : {}) }];
  return new AppError(400, "bad_json", sentence, { errors });
}

/** Parses JSON strictly: no repeated names, no names that change prototypes, no excessive nesting. */
export function parseJson(text: string): unknown {
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, expected } = firstFault(text);
    throw bad(text, offset, "The body is not valid JSON", expected);
  }
  checkNames(text);
  return value;
}

// JSON.parse keeps the last of two equal names, so two parsers could read the same body differently.
// The text is valid JSON here, so scanning its tokens is enough.
function checkNames(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let all = 0;
  const token = /[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, colon] = match;
    if (found === "{" || found === "[") {
      open.push(found === "{" ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw bad(text, match.index, `The body is nested more than ${MAX_DEPTH} deep`);
    } else if (found === "}" || found === "]") {
      open.pop();
    } else if (colon !== undefined) {
      const quoted = found.slice(0, found.length - colon.length);
      const name = quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
      const names = open.at(-1);
      if (FORBIDDEN_NAMES.has(name)) throw bad(text, match.index, `The body has a property ${JSON.stringify(name)}, which is not allowed`);
      if (names?.has(name)) throw bad(text, match.index, `The body names ${JSON.stringify(name)} twice`);
      names?.add(name);
      if (++all > MAX_ALL_NAMES) throw bad(text, match.index, `The body has more than ${MAX_ALL_NAMES} properties`);
      if (names && names.size > MAX_NAMES) throw bad(text, match.index, `The body has an object with more than ${MAX_NAMES} properties`);
    }
  }
}

/** Only JSON bodies are accepted: everything else, compressed bodies too, is 415. */
export function acceptJsonOnly(server: FastifyInstance, parse: (text: string) => unknown = parseJson): void {
  server.removeAllContentTypeParsers();
  server.decorateRequest("charge");
  server.addContentTypeParser("application/json", { parseAs: "string" }, async (request: FastifyRequest, text: string | Buffer) => {
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity")
      throw new AppError(415, "media_type", "Send the body as application/json, not compressed.");
    return chargedTo(request, () => parse(String(text)));
  });
}

/** Runs work for a request, and counts its time towards the caller's share, also when it throws: a body that is refused costs as much. */
export function chargedTo<T>(request: FastifyRequest, work: () => T): T {
  const started = performance.now();
  try {
    return work();
  } finally {
    request.charge?.(performance.now() - started);
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Counts time on the event loop towards the share of the caller's company, once the caller is known. */
    charge?: (ms: number) => void;
  }
}

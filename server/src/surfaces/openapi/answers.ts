import { z } from "zod";
import { schemaNames, type Operation } from "../../kernel/operation.ts";
import { TITLES } from "../problem.ts";
import type { Json, Schemas } from "./schemas.ts";

const FieldError = z
  .object({
    pointer: z.string().describe("JSON pointer to the value that is wrong"),
    message: z.string(),
    hint: z.string().optional(),
    from: z.int().optional().describe("In a filter: the first character it is about"),
    to: z.int().optional().describe("In a filter: the character after the last"),
    line: z.int().optional().describe("In a body that is not valid JSON: the line, counted from 1"),
    column: z.int().optional().describe("In a body that is not valid JSON: the character of that line, counted from 1"),
    expected: z.string().optional().describe("What is allowed there"),
    suggestions: z.array(z.string()).optional().describe("The nearest names there are"),
    candidates: z
      .array(z.object({ id: z.string(), detail: z.string() }))
      .optional()
      .describe("The records that a name could mean, with what tells them apart"),
    code: z.string().optional().describe("What a program can tell it by, where the status does not say it"),
    record: z.object({ id: z.string(), title: z.string() }).optional().describe("The record that has the value already"),
  })
  .register(schemaNames, { name: "FieldError" });

const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What happened and what to do"),
    code: z.string().describe("Stable for ever; branch on this"),
    errors: z.array(FieldError),
    request_id: z.string().describe("The same as in the header X-Request-Id. Send it to us when you need help"),
  })
  .register(schemaNames, { name: "Problem" });

export const header = (description: string, isAlways = false): Json => ({
  description,
  ...(isAlways ? { required: true } : {}),
  schema: { type: "string" },
});

const REQUEST_ID = { "X-Request-Id": header("The id of this call, in our log too", true) };
const LIMITS = (isAlways: boolean) => ({
  RateLimit: header("How many calls are left, and in how many seconds the count starts again", isAlways),
  "RateLimit-Policy": header("How many calls a key has in which time", isAlways),
});
/** What every answer carries that is no refusal. */
export const USUAL_HEADERS = { ...REQUEST_ID, ...LIMITS(true) };
const RETRY_AFTER = { "Retry-After": header("Seconds to wait before trying again", true) };
const ETAG = { ETag: header("The version of the record, to send as If-Match", true) };

const DEPRECATION = {
  Deprecation: header("Since when it is deprecated (RFC 9745)", true),
  Sunset: header("From when it may be gone (RFC 8594)", true),
  Link: header('What to use instead, as rel="deprecation"', true),
};

/** What an operation is, as far as it decides how a call can be refused. */
interface Facts {
  operation: Operation;
  inputs: string[];
  hasBody: boolean;
}

interface Refusal {
  status: number;
  description: string;
  isOf(facts: Facts): boolean;
  headers?: Json;
}

const always = () => true;
const changes = ({ operation }: Facts) => operation.effect !== "read";

const REFUSALS: Refusal[] = [
  { status: 400, description: "The request cannot be read: its JSON, filter, sort, cursor, If-Match or Idempotency-Key", isOf: always },
  {
    status: 401,
    description: "There is no key, or it is not valid",
    isOf: always,
    headers: { "WWW-Authenticate": header("How to show who is calling", true) },
  },
  {
    status: 403,
    description: "The owner of the key may not do this",
    isOf: (facts) => changes(facts) || facts.operation.access === "admin",
  },
  {
    status: 404,
    description: "There is no such thing, or the owner of the key may not see it",
    isOf: ({ operation, inputs }) => inputs.some((name) => /^types?$/.test(name)) || operation.rest?.path.includes("{") === true,
  },
  { status: 409, description: "It does not fit what is there, such as a name that is taken", isOf: changes },
  { status: 412, description: "The record was changed since it was read", isOf: ({ inputs }) => inputs.includes("if_version") },
  { status: 413, description: "The body is larger than 1 MiB", isOf: ({ hasBody }) => hasBody },
  { status: 414, description: "The URL is too long", isOf: always },
  { status: 415, description: "The body is not JSON, or it is compressed", isOf: ({ hasBody }) => hasBody },
  { status: 422, description: "The input is not valid: `errors` says what is wrong and where", isOf: always },
  { status: 429, description: "Too many calls, or too many rows in one day", isOf: always, headers: RETRY_AFTER },
  { status: 500, description: "A fault of the service. Try again. If it happens again, send us the request id", isOf: always },
  { status: 503, description: "The service is busy. Try again after the time in Retry-After", isOf: always, headers: RETRY_AFTER },
];

/** Problems as responses that operations refer to, under the names of their titles: `NotFound`. */
export function refusalResponses(schemas: Schemas): Record<string, Json> {
  const content = { "application/problem+json": { schema: schemas.answer(Problem, "Problem") } };
  const entries = REFUSALS.map(({ status, description, headers }) => [
    nameOf(status),
    { description, headers: { ...REQUEST_ID, ...LIMITS(false), ...headers }, content },
  ]);
  const other = { description: "Another refusal, which a later version may add", headers: REQUEST_ID, content };
  return { ...Object.fromEntries(entries), OtherRefusal: other } as Record<string, Json>;
}

/** Every answer that an operation can give, by status. */
export function answersOf(facts: Facts, output: Json, isOfOneRecord: boolean): Json {
  const { status = 200 } = facts.operation.rest ?? {};
  const ending = facts.operation.rest?.deprecated ? DEPRECATION : {};
  const headers = { ...USUAL_HEADERS, ...(isOfOneRecord ? ETAG : {}), ...ending };
  return {
    [status]: { description: "Done", headers, ...(status === 204 ? {} : { content: { "application/json": { schema: output } } }) },
    ...refusalsOf(REFUSALS.filter((one) => one.isOf(facts)).map(({ status }) => status)),
  };
}

/** The refusals with these statuses, in other words where the usual ones do not fit. */
export function refusalsOf(statuses: number[], words: Record<number, string> = {}): Json {
  const described = (status: number) => (words[status] ? { description: words[status] } : {});
  return {
    ...(Object.fromEntries(statuses.map((status) => [status, { ...refer(nameOf(status)), ...described(status) }])) as Json),
    "4XX": refer("OtherRefusal"),
    "5XX": refer("OtherRefusal"),
  };
}

const refer = (name: string): Json => ({ $ref: `#/components/responses/${name}` });
const nameOf = (status: number) => (TITLES[status] ?? "").replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

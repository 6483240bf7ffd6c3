import type { InputOf, OperationName, OutputOf } from "@kith/server/contract";
import { createCallLine } from "./call-line.ts";

interface Problem {
  code: string;
  detail: string;
  errors: ProblemPart[];
  request_id: string;
}

/** One thing that is wrong, and in a filter the range of its text and the nearest names that exist. */
export interface ProblemPart {
  pointer: string;
  message: string;
  hint?: string;
  record?: NamedRecord;
  from?: number;
  to?: number;
  suggestions?: string[];
}

interface NamedRecord {
  id: string;
  title: string;
}

/** The browser never sees the token of a session: the server keeps it in a cookie and leaves it out of the answer. */
export type AnswerOf<Name extends OperationName> = Omit<OutputOf<Name>, "session_token">;

/** An error answer of the service. The message is written for people. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** Error messages by field name. */
  readonly fields: Record<string, string>;
  /** A record that stands in the way. */
  readonly record: NamedRecord | undefined;
  readonly parts: readonly ProblemPart[];

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}, parts: ProblemPart[] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.record = parts.find((one) => one.record)?.record;
    this.parts = parts;
  }
}

const inLine = createCallLine();

/** All calls to the service go through this. */
export const api = { call, upload, sendPart };

interface CallOptions {
  signal?: AbortSignal;
  /** A call repeated with the same key is not executed twice: the first answer comes back. */
  idempotencyKey?: string;
  /** It is sent although the page is being left. */
  outlivesPage?: boolean;
}

async function call<Name extends OperationName>(name: Name, input: InputOf<Name>, options: CallOptions = {}): Promise<AnswerOf<Name>> {
  const response = await inLine(() => send(name, input, options), options.signal);
  if (!response.ok) throw await readError(response);
  // The service has checked its answer against the schema of this operation.
  return (await response.json()) as AnswerOf<Name>;
}

async function send(name: OperationName, input: unknown, { signal, idempotencyKey, outlivesPage = false }: CallOptions): Promise<Response> {
  try {
    return await fetch(`/app/call/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      },
      body: JSON.stringify(input),
      signal,
      keepalive: outlivesPage,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/** A file as it is kept: who uploaded it may put it into a message. */
interface UploadedFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** Its bytes are the body: a file is no JSON. */
async function upload(file: File, { signal }: Pick<CallOptions, "signal"> = {}): Promise<UploadedFile> {
  const address = `/app/files?name=${encodeURIComponent(file.name)}`;
  const response = await sendBytes("POST", address, file, file.type || ANY_TYPE, signal);
  return (await response.json()) as UploadedFile;
}

/** The next bytes of a large file. Answers how far it is. */
async function sendPart(id: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal): Promise<OutputOf<"files.getUpload">> {
  const response = await sendBytes("PATCH", `/app/uploads/${id}?offset=${offset}`, bytes, ANY_TYPE, signal);
  return (await response.json()) as OutputOf<"files.getUpload">;
}

const ANY_TYPE = "application/octet-stream";

async function sendBytes(method: string, address: string, body: Blob | ArrayBuffer, type: string, signal: AbortSignal | undefined) {
  const headers = { "content-type": type, accept: "application/json" };
  const response = await fetch(address, { method, headers, body, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw unreachable();
  });
  if (!response.ok) throw await readError(response);
  return response;
}

async function readError(response: Response): Promise<ApiError> {
  if (!response.headers.get("content-type")?.includes("problem+json")) return unreachable(response.status);
  const problem = (await response.json()) as Problem;
  const fields = Object.fromEntries(problem.errors.map((one) => [one.pointer.slice(1), textOf(one)]));
  const wait = response.status === 429 ? Number(response.headers.get("retry-after")) : 0;
  const message = wait > 0 ? `${problem.detail} ${waitText(wait)}` : problem.detail;
  return new ApiError(response.status, problem.code, message, fields, problem.errors);
}

/** Programs are told of another record by its id, with a hint of what to send. A person reads its name, and finds a link beside it. */
function textOf({ message, hint, record }: ProblemPart): string {
  if (record) return message.replace(record.id, `“${record.title}”`);
  return hint ? `${message} ${hint}` : message;
}

const waitText = (seconds: number) => (seconds < 90 ? `Try again in ${seconds} s.` : `Try again in ${Math.round(seconds / 60)} min.`);

// A proxy's error page is treated like a dead network: the user can do the same about both.
const unreachable = (status = 0) => new ApiError(status, "unreachable", "Kith cannot be reached. Check your connection and try again.");

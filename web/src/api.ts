import type { InputOf, OperationName, OutputOf } from "@kith/server/contract";

interface Problem {
  code: string;
  detail: string;
  errors: { pointer: string; message: string; hint?: string }[];
  request_id: string;
}

/** The browser never sees the token of a session: the server keeps it in a cookie and leaves it out of the answer. */
export type AnswerOf<Name extends OperationName> = Omit<OutputOf<Name>, "session_token">;

/** What the service answered instead of a result. The message is written for people. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** What is wrong with which field, by the field's name. */
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The one door to the service. */
export const api = { call };

interface CallOptions {
  signal?: AbortSignal;
  /** Sent again with the same key, a call is not done a second time: the first answer comes back. */
  idempotencyKey?: string;
}

async function call<Name extends OperationName>(name: Name, input: InputOf<Name>, options: CallOptions = {}): Promise<AnswerOf<Name>> {
  const response = await send(name, input, options);
  if (!response.ok) throw await readError(response);
  // The service checked its answer against this operation's schema before it left.
  return (await response.json()) as AnswerOf<Name>;
}

async function send(name: OperationName, input: unknown, { signal, idempotencyKey }: CallOptions): Promise<Response> {
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
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

async function readError(response: Response): Promise<ApiError> {
  if (!response.headers.get("content-type")?.includes("problem+json")) return unreachable(response.status);
  const problem = (await response.json()) as Problem;
  const fields = Object.fromEntries(
    problem.errors.map(({ pointer, message, hint }) => [pointer.slice(1), hint ? `${message} ${hint}` : message]),
  );
  const wait = response.status === 429 ? Number(response.headers.get("retry-after")) : 0;
  return new ApiError(response.status, problem.code, wait > 0 ? `${problem.detail} ${waitText(wait)}` : problem.detail, fields);
}

const waitText = (seconds: number) => (seconds < 90 ? `About ${seconds} s to go.` : `About ${Math.round(seconds / 60)} min to go.`);

// A proxy's error page and a dead network look the same from here, and call for the same.
const unreachable = (status = 0) => new ApiError(status, "unreachable", "Kith cannot be reached. Check your connection and try again.");

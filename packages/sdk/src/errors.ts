import type { FieldError } from "./generated.ts";

/** What is known about a call that gave no result. */
interface Facts {
  code: string;
  status?: number;
  message: string;
  errors?: FieldError[];
  requestId?: string;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A call that gave no result. Branch on `code`; `message` is written for people. */
export class KithError extends Error {
  override readonly name = "KithError";
  /** Stable for ever. `unreachable`, `timeout` and `not_kith` are of the SDK, all others of the service. */
  readonly code: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What is wrong with which value. */
  readonly errors: FieldError[];
  /** Send it to the operator when you need help. Empty if there was no answer. */
  readonly requestId: string;
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, status = 0, message, errors = [], requestId = "", retryAfterMs, cause }: Facts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

const PASSING = new Set([0, 408, 425, 429]);

/** Whether the same call can succeed later: no answer, a busy or broken service, or our own first try that still runs. */
export function isPassing(error: unknown): error is KithError {
  if (!(error instanceof KithError)) return false;
  return PASSING.has(error.status) || error.status >= 500 || error.code === "idempotency_running";
}

/** The error in an answer that is not 2xx. A proxy before the service may have written it, so nothing in it is taken for granted. */
export async function errorOf(response: Response): Promise<KithError> {
  const text = await response.text();
  const problem = readObject(text);
  const requestId = String(problem["request_id"] ?? response.headers.get("x-request-id") ?? "");
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
  const { code, detail, errors } = problem;
  if (typeof code === "string") {
    const shown = Array.isArray(errors) ? (errors as FieldError[]) : [];
    return new KithError({ code, status: response.status, message: String(detail ?? code), errors: shown, requestId, retryAfterMs });
  }
  const message = `The answer ${response.status} is not from Kith. Check the address, and what is between here and there.`;
  return new KithError({ code: "not_kith", status: response.status, message, requestId, retryAfterMs });
}

function readObject(text: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as { [name: string]: unknown }) : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

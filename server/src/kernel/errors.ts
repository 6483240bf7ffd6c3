/** One thing wrong with the caller's input: where, what, and how to fix it. */
export interface FieldError {
  pointer: string;
  message: string;
  hint?: string;
  /** In a text with a syntax, such as a filter: the range of characters. */
  from?: number;
  to?: number;
  /** In a body that is not valid JSON: the place, counted from 1. */
  line?: number;
  column?: number;
  /** What is allowed there, and the closest existing names. */
  expected?: string;
  suggestions?: readonly string[];
  /** Why it is refused, where the status does not say it, and the record that has the value already. */
  code?: "not_unique" | "duplicate_record";
  /** The records that the given name could mean, with what tells them apart. Data that people wrote. */
  candidates?: { id: string; detail: string }[];
  record?: { id: string; title: string };
}

interface ErrorDetails {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The only error that a feature throws on purpose. `message` is safe to show to a person or a model. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.headers = details.headers ?? {};
  }
}

/** A row that does not exist, or that the caller may not see: the two must look the same. */
export const notFound = (what: string) => new AppError(404, "not_found", `${what} not found.`);

export const invalid = (errors: FieldError[]) =>
  new AppError(422, "invalid_input", errors[0]?.message ?? "The input is not valid.", { errors });
export const conflict = (code: string, message: string, errors: FieldError[] = []) => new AppError(409, code, message, { errors });
export const forbidden = (code: string, message: string) => new AppError(403, code, message);
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError(429, "too_many_requests", message, { retryAfterSeconds });
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new AppError(503, code, message, { retryAfterSeconds: 5, cause });

/** Any thrown value, as an error that a caller may see. An unknown error is a bug and reveals nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = "Something went wrong on our side. Try again. If it happens again, send us the request id.";
  return new AppError(500, "internal", message, { cause: error });
}

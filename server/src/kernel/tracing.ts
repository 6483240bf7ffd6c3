import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from "@opentelemetry/api";
import { AppError } from "./errors.ts";

// Spans say what ran, how long it took and how it ended: names, ids and codes. Never a value, a text, an address or a secret.
const tracer = trace.getTracer("kith");
const REQUEST = createContextKey("the request of a trace");
const ROOT = createContextKey("the request whose root span starts");
let tracedShare = 0;

/** From now on this share of all requests is traced, by their ids: every process decides alike. 0 costs one comparison per span. */
export function traceRequests(share: number): void {
  tracedShare = share;
}

export { SpanKind };

interface SpanOf<T> {
  name: string;
  /** The request it is done for: its id is the id of the trace. Left out: the one of the span around it. */
  request?: string | undefined;
  /** The first span of its trace. */
  isRoot?: boolean;
  kind?: SpanKind;
  attributes?: Attributes;
  /** What the answer adds. */
  describe?(answer: T): Attributes;
}

/** Runs work in a span, if its request is traced. */
export function inSpan<T>(what: SpanOf<T>, work: () => Promise<T>): Promise<T> {
  const parent = tracedShare > 0 ? parentOf(what.request) : undefined;
  return parent ? followed(what, parent, work) : work();
}

/** A span of something that is over. `started` is a time of performance.now(). */
export function noteSpan({ name, request, isRoot, kind, attributes = {} }: SpanOf<never>, started: number): void {
  const parent = tracedShare > 0 ? parentOf(request) : undefined;
  if (parent) startSpan({ name, request, isRoot, kind, attributes }, parent, started).end();
}

/** The header that makes a call to another system a part of the trace. */
export function traceHeaders(): Record<string, string> {
  const span = tracedShare > 0 ? trace.getSpanContext(context.active()) : undefined;
  return span ? { traceparent: `00-${span.traceId}-${span.spanId}-01` } : {};
}

/** The request of the span around it. */
export const tracedRequest = () => context.active().getValue(REQUEST) as string | undefined;

/** The ids of the root span that is being started. It can be a parent before it exists, as they are made from the id of its request. */
export function idsOfRoot(): { traceId: string; spanId: string } | undefined {
  const request = context.active().getValue(ROOT) as string | undefined;
  return request === undefined ? undefined : idsOf(request);
}

function idsOf(request: string) {
  const traceId = request.replaceAll("-", "");
  return { traceId, spanId: traceId.slice(16) };
}

// The end of an id is random, its beginning is the time.
const isTraced = (request: string) => Number.parseInt(request.slice(-8), 16) < tracedShare * 2 ** 32;

function parentOf(request: string | undefined): Context | undefined {
  const around = tracedRequest();
  if (around !== undefined && (request === undefined || request === around)) return context.active();
  if (request === undefined || !isTraced(request)) return undefined;
  return trace.setSpanContext(ROOT_CONTEXT.setValue(REQUEST, request), {
    ...idsOf(request),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

function startSpan(what: Pick<SpanOf<never>, "name" | "request" | "isRoot" | "kind" | "attributes">, parent: Context, startTime?: number) {
  const { name, request, isRoot, kind = SpanKind.INTERNAL, attributes = {} } = what;
  const options = { kind, attributes, ...(startTime === undefined ? {} : { startTime }) };
  const isFirst = isRoot && tracedRequest() !== request;
  if (!isFirst) return tracer.startSpan(name, options, parent);
  return context.with(ROOT_CONTEXT.setValue(ROOT, request), () => tracer.startSpan(name, { ...options, root: true }));
}

async function followed<T>(what: SpanOf<T>, parent: Context, work: () => Promise<T>): Promise<T> {
  const span = startSpan(what, parent);
  try {
    const answer = await context.with(trace.setSpan(parent, span), work);
    if (what.describe) span.setAttributes(what.describe(answer));
    return answer;
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

// The message of an error may hold a value: only its code is written.
function noteFailure(span: Span, error: unknown): void {
  const known = error instanceof AppError ? error : undefined;
  span.setAttribute("error.type", known?.code ?? "internal");
  if (!known || known.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

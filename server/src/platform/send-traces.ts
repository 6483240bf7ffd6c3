import { context, diag, DiagLogLevel, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { idsOfRoot, traceRequests } from "../kernel/tracing.ts";
import type { Logger } from "./log.ts";

const SEND_EVERY_MS = 2_000;
/** What a stop waits for its last spans, and a batch for its answer. */
const SEND_MS = 5_000;

interface Tracing {
  endpoint: string;
  /** Of all requests. */
  share: number;
  service: string;
}

/**
 * Sends spans over OTLP with HTTP. Loaded only where an endpoint is configured: it takes memory and time to start. A receiver that does not answer costs
 * spans and a line in the log, and no call. Returns what sends the rest and ends it.
 */
export function sendTraces({ endpoint, share, service }: Tracing, role: string, version: string, log: Logger): () => Promise<void> {
  const warn = (text: string) => log.warn({ reason: text.slice(0, 200) }, "spans cannot be sent");
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const random = new RandomIdGenerator();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_MS });
  const provider = new TracerProvider({
    // Which requests are traced is decided before a span is made.
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => idsOfRoot()?.traceId ?? random.generateTraceId(),
      generateSpanId: () => idsOfRoot()?.spanId ?? random.generateSpanId(),
    },
    resource: resourceFromAttributes({ "service.name": service, "service.version": version, "kith.role": role }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  traceRequests(share);
  return async () => {
    traceRequests(0);
    await provider.shutdown().catch((error: unknown) => warn(String(error)));
    trace.disable();
    context.disable();
    diag.disable();
  };
}

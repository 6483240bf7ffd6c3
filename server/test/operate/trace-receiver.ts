import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as it came over the wire. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  /** Of the process: http or worker. */
  role: string;
}

type Attributes = { key: string; value: Record<string, unknown> }[];
interface Export {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes" | "role"> & { attributes?: Attributes })[] }[];
  }[];
}

/** What stands at the other end of OTLP over HTTP: it takes spans, and keeps what was sent as text. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      texts.push(`${JSON.stringify(request.headers)} ${text}`);
      if (request.url === "/v1/traces") spans.push(...spansIn(JSON.parse(text) as Export));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    ofTrace: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spansIn({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = String(read(resource.attributes)["kith.role"]);
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, attributes: read(span.attributes ?? []), role })));
  });
}

const read = (attributes: Attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

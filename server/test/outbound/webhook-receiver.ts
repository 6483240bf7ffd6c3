import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PATIENCE_MS } from "../measured.ts";
import { until } from "../waiting.ts";

/** A message as a receiver gets it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body, read. */
  message: { type: string; data: Record<string, unknown> & { id: string } };
  at: number;
}

export type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of webhooks on loopback. It answers 204, or whatever a test decides. */
export async function startWebhookReceiver(answer: Answer = (_, response) => void response.writeHead(204).end()) {
  const received: Received[] = [];
  const current = { answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const one: Received = {
        path: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body,
        message: JSON.parse(body) as Received["message"],
        at: Date.now(),
      };
      received.push(one);
      current.answer(one, response, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** From now on. */
    answerWith: (next: Answer) => (current.answer = next),
    answerStatus: (status: number, headers: Record<string, string> = {}) =>
      (current.answer = (_, response) => void response.writeHead(status, headers).end()),
    until: (isThere: (received: Received[]) => boolean, patienceMs = PATIENCE_MS) =>
      until(
        () => isThere(received),
        () => `the receiver has ${received.length} messages`,
        { everyMs: 20, patienceMs },
      ),
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

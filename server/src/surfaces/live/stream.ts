import { PassThrough } from "node:stream";

// A browser this far behind is not reading: the stream is closed, and the browser reconnects at its last position.
const MAX_UNREAD_BYTES = 1_048_576;

/** Server-sent events to one browser. */
export interface Stream {
  body: PassThrough;
  send(event: string, data: unknown, id?: string): void;
  /** Sends the last message, with the time to reconnect. */
  end(reason: string, retryMs: number): void;
  /** When something was last sent, by the process's own clock. */
  readonly sentAt: number;
}

export function openStream(retryMs: number): Stream {
  const body = new PassThrough();
  let sentAt = performance.now();
  body.on("error", () => undefined); // the browser disconnected; "close" reports it
  // Sent at once, with the headers: so the browser knows that it is connected.
  body.write(`retry: ${retryMs}\n\n`);
  return {
    body,
    get sentAt() {
      return sentAt;
    },
    send(event, data, id) {
      if (body.destroyed || body.writableEnded) return;
      sentAt = performance.now();
      body.write(`event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
      if (body.writableLength + body.readableLength > MAX_UNREAD_BYTES) body.destroy();
    },
    end(reason, ms) {
      if (body.destroyed || body.writableEnded) return;
      body.end(`event: bye\nretry: ${ms}\ndata: ${JSON.stringify({ reason })}\n\n`);
    },
  };
}

import { PassThrough } from "node:stream";

// A reader this far behind is not reading: it is let go, and comes back to where it was.
const MAX_UNREAD_BYTES = 1_048_576;

/** Server-sent events to one browser. */
export interface Stream {
  body: PassThrough;
  send(event: string, data: unknown, id?: string): void;
  /** Says goodbye, and when to come back. */
  end(reason: string, retryMs: number): void;
  /** When something was last sent, by the process's own clock. */
  readonly sentAt: number;
}

export function openStream(retryMs: number): Stream {
  const body = new PassThrough();
  let sentAt = performance.now();
  body.on("error", () => undefined); // the browser left; closing is told by "close"
  // Leaves at once, with the head of the answer: the browser knows that it is connected.
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

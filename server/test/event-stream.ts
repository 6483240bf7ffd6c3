import type { LiveNews } from "../src/features/events/operations.ts";
import { PATIENCE_MS } from "./measured.ts";
import { until as untilTrue } from "./waiting.ts";

interface Message {
  event: string;
  id?: string;
  retry?: number;
  data?: unknown;
}

export type LiveStream = Awaited<ReturnType<typeof openLive>>;

/** Follows /app/live like a browser and keeps every message. */
export async function openLive(url: string, headers: Record<string, string>, after?: string) {
  const controller = new AbortController();
  const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
  const response = await fetch(`${url}/app/live${query}`, { headers, signal: controller.signal });
  const messages: Message[] = [];
  let isOver = false;
  const reading = (async () => {
    let unread = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = (unread + decoder.decode(chunk, { stream: true })).split("\n\n");
      unread = blocks.pop() ?? "";
      messages.push(...blocks.map(parse));
    }
  })()
    .catch(() => undefined)
    .finally(() => (isOver = true));

  const until = <Found>(find: () => Found | undefined, what: string, patienceMs = PATIENCE_MS) =>
    untilTrue(find, () => `${what} comes; there was ${JSON.stringify(messages)}`, { everyMs: 10, patienceMs });
  return {
    response,
    messages,
    /** The last position received: a browser sends it when it reconnects. */
    position: () => messages.findLast((one) => one.id !== undefined)?.id,
    news: () => messages.filter((one) => one.event === "news").map((one) => one.data as LiveNews),
    changes: () => messages.filter((one) => one.event === "news").flatMap((one) => (one.data as LiveNews).changes),
    hello: () => until(() => messages.find((one) => one.event === "hello")?.data as { is_resumed: boolean } | undefined, "hello"),
    /** The position after hello: only then is the start of the stream known. */
    ready: () => until(() => messages.find((one) => one.id !== undefined)?.id, "a position"),
    change: (fits: (change: LiveNews["changes"][number]) => boolean, what: string, ms?: number) =>
      until(() => messages.flatMap((one) => (one.event === "news" ? (one.data as LiveNews).changes : [])).find(fits), what, ms),
    bye: (ms?: number) => until(() => messages.find((one) => one.event === "bye"), "goodbye", ms),
    until,
    async ended(ms = PATIENCE_MS) {
      await until(() => (isOver ? true : undefined), "the end", ms);
    },
    async close() {
      controller.abort();
      await reading;
    },
  };
}

function parse(block: string): Message {
  const message: Message = { event: "message" };
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (name === "event") message.event = value;
    else if (name === "id") message.id = value;
    else if (name === "retry") message.retry = Number(value);
    else if (name === "data") message.data = JSON.parse(value);
  }
  return message;
}

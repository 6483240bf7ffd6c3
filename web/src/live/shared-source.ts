import type { LiveNews } from "@kith/server/contract";
import { openSource, type SourceEvents } from "./live-source.ts";

const NAME = "kith.live";

/** What the tab with the stream sends to the other tabs. */
type TabMessage =
  | { kind: "news"; news: LiveNews }
  | { kind: "position"; position: string }
  | { kind: "lost" | "changedRights" | "open" | "broken" };

/**
 * One stream for all tabs of a browser. Over HTTP/1.1 a browser opens at most six connections to one host, and a stream per tab would
 * use them up. The tab that holds the lock has the stream and forwards it to the others. When it closes, the next tab takes over at
 * the last position.
 */
export function openSharedSource(events: SourceEvents): () => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return openSource(undefined, events);
  const channel = new BroadcastChannel(NAME);
  const stopping = new AbortController();
  let position: string | undefined;

  const receive = (message: TabMessage) => {
    if (message.kind === "news") events.onNews(message.news);
    else if (message.kind === "position") position = message.position;
    else if (message.kind === "lost") events.onLost();
    else if (message.kind === "changedRights") events.onChangedRights();
    else if (message.kind === "open") events.onOpen();
    else events.onBroken();
  };
  const send = (message: TabMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    channel.postMessage(message);
    receive(message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => receive(data));

  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openSource(position, {
        onNews: (news) => send({ kind: "news", news }),
        onPosition: (at) => send({ kind: "position", position: at }),
        onLost: () => send({ kind: "lost" }),
        onChangedRights: () => send({ kind: "changedRights" }),
        onOpen: () => send({ kind: "open" }),
        onBroken: () => send({ kind: "broken" }),
      });
      stopping.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });
  // Aborted before the lock was granted: nothing to close.
  navigator.locks.request(NAME, { signal: stopping.signal }, lead).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

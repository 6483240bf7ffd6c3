import type { LiveNews } from "@kith/server/contract";
import { openSource, type SourceEvents } from "./live-source.ts";

const NAME = "kith.live";

type Told =
  | { kind: "news"; news: LiveNews }
  | { kind: "position"; position: string }
  | { kind: "lost" | "changedRights" | "open" | "broken" };

/**
 * One stream for all tabs of a browser: over HTTP/1.1 it may open six connections to one host, and a stream in every tab would use
 * them up. The tab that holds the lock has the stream and tells the others; when it goes, the next one takes over where it was.
 */
export function openSharedSource(events: SourceEvents): () => void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return openSource(undefined, events);
  const channel = new BroadcastChannel(NAME);
  const stopping = new AbortController();
  let position: string | undefined;

  const hear = (told: Told) => {
    if (told.kind === "news") events.onNews(told.news);
    else if (told.kind === "position") position = told.position;
    else if (told.kind === "lost") events.onLost();
    else if (told.kind === "changedRights") events.onChangedRights();
    else if (told.kind === "open") events.onOpen();
    else events.onBroken();
  };
  const tell = (told: Told) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target: it is ours alone
    channel.postMessage(told);
    hear(told);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => hear(data));

  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openSource(position, {
        onNews: (news) => tell({ kind: "news", news }),
        onPosition: (at) => tell({ kind: "position", position: at }),
        onLost: () => tell({ kind: "lost" }),
        onChangedRights: () => tell({ kind: "changedRights" }),
        onOpen: () => tell({ kind: "open" }),
        onBroken: () => tell({ kind: "broken" }),
      });
      stopping.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });
  // Ended before it was granted: then there is nothing to end.
  navigator.locks.request(NAME, { signal: stopping.signal }, lead).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

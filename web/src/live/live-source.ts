import type { LiveNews } from "@kith/server/contract";

const PATH = "/app/live";
// The service sends something at least every 15 s. Longer silence means the connection is dead.
const SILENCE_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export interface SourceEvents {
  onNews(news: LiveNews): void;
  /** Everything up to this position was received. */
  onPosition(position: string): void;
  /** It is unknown what was missed: everything on the page has to be read again. */
  onLost(): void;
  /** The service ended the stream because the rights of this user changed, or the session ended. */
  onChangedRights(): void;
  onOpen(): void;
  onBroken(): void;
}

/**
 * The stream from the service, opened again whenever it ends. After a lost connection the browser reconnects by itself. After a
 * refusal (the service stops, or nobody is signed in) it gives up, so we retry with growing pauses.
 */
export function openSource(start: string | undefined, events: SourceEvents): () => void {
  let position = start;
  let source: EventSource | undefined;
  let timer: number | undefined;
  let tries = 0;
  // On whichever stream: after a greeting a page shows what was true then, and has to know what came in between.
  let isGreeted = false;

  function open(): void {
    source?.close();
    const isReturning = position !== undefined;
    source = new EventSource(position === undefined ? PATH : `${PATH}?after=${encodeURIComponent(position)}`);
    source.addEventListener("hello", ({ data }: MessageEvent<string>) => {
      const { is_resumed: isResumed } = JSON.parse(data) as { is_resumed: boolean };
      if (!isResumed && (isReturning || isGreeted)) events.onLost();
      isGreeted = true;
      tries = 0;
      events.onOpen();
      restartTimer();
    });
    source.addEventListener("news", ({ data, lastEventId }: MessageEvent<string>) => {
      events.onNews(JSON.parse(data) as LiveNews);
      receivedUntil(lastEventId);
    });
    source.addEventListener("beat", ({ lastEventId }: MessageEvent<string>) => receivedUntil(lastEventId));
    source.addEventListener("bye", ({ data }: MessageEvent<string>) => {
      const { reason } = JSON.parse(data) as { reason: string };
      if (reason === "signed out" || reason === "role changed") events.onChangedRights();
    });
    source.addEventListener("error", () => {
      events.onBroken();
      if (source?.readyState === EventSource.CLOSED) retryLater();
    });
    restartTimer();
  }

  function receivedUntil(id: string): void {
    position = id;
    events.onPosition(id);
    restartTimer();
  }

  function restartTimer(): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      events.onBroken();
      open();
    }, SILENCE_MS);
  }

  function retryLater(): void {
    clearTimeout(timer);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** tries++, MAX_WAIT_MS);
    timer = window.setTimeout(open, wait * (0.5 + Math.random() / 2));
  }

  /** The page is visible again: do not wait for the next retry. */
  function reconnectNow(): void {
    if (document.visibilityState === "hidden" || source?.readyState === EventSource.OPEN) return;
    tries = 0;
    open();
  }

  /** The network is back. A stream that looks open may have died meanwhile, and only a new greeting shows that the service answers. */
  function reopen(): void {
    tries = 0;
    open();
  }

  window.addEventListener("online", reopen);
  document.addEventListener("visibilitychange", reconnectNow);
  open();
  return () => {
    clearTimeout(timer);
    window.removeEventListener("online", reopen);
    document.removeEventListener("visibilitychange", reconnectNow);
    source?.close();
  };
}

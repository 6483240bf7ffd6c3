import type { LiveNews } from "@kith/server/contract";

const PATH = "/app/live";
// The service says something at least every 15 s; a network that has gone says nothing at all.
const SILENCE_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export interface SourceEvents {
  onNews(news: LiveNews): void;
  /** Up to here everything was heard. */
  onPosition(position: string): void;
  /** Nobody can say what was missed: everything on the page is asked for again. */
  onLost(): void;
  /** The service ended the stream because this person may see something else, or nothing, by now. */
  onChangedRights(): void;
  onOpen(): void;
  onBroken(): void;
}

/**
 * The stream from the service, opened again whenever it ends. A browser that is merely cut off comes back by itself; one that was
 * refused (the service stops, or nobody is signed in) gives up, and then it is tried anew, less and less often.
 */
export function openSource(start: string | undefined, events: SourceEvents): () => void {
  let position = start;
  let source: EventSource | undefined;
  let timer: number | undefined;
  let tries = 0;

  function open(): void {
    source?.close();
    const isReturning = position !== undefined;
    source = new EventSource(position === undefined ? PATH : `${PATH}?after=${encodeURIComponent(position)}`);
    let isGreeted = false;
    source.addEventListener("hello", ({ data }: MessageEvent<string>) => {
      const { is_resumed: isResumed } = JSON.parse(data) as { is_resumed: boolean };
      if (!isResumed && (isReturning || isGreeted)) events.onLost();
      isGreeted = true;
      tries = 0;
      events.onOpen();
      expectMore();
    });
    source.addEventListener("news", ({ data, lastEventId }: MessageEvent<string>) => {
      events.onNews(JSON.parse(data) as LiveNews);
      heardUntil(lastEventId);
    });
    source.addEventListener("beat", ({ lastEventId }: MessageEvent<string>) => heardUntil(lastEventId));
    source.addEventListener("bye", ({ data }: MessageEvent<string>) => {
      const { reason } = JSON.parse(data) as { reason: string };
      if (reason === "signed out" || reason === "role changed") events.onChangedRights();
    });
    source.addEventListener("error", () => {
      events.onBroken();
      if (source?.readyState === EventSource.CLOSED) later();
    });
    expectMore();
  }

  function heardUntil(id: string): void {
    position = id;
    events.onPosition(id);
    expectMore();
  }

  function expectMore(): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      events.onBroken();
      open();
    }, SILENCE_MS);
  }

  function later(): void {
    clearTimeout(timer);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** tries++, MAX_WAIT_MS);
    timer = window.setTimeout(open, wait * (0.5 + Math.random() / 2));
  }

  /** The connection is back, or somebody looks at the page again: then nobody wants to wait for the next try. */
  function hurry(): void {
    if (document.visibilityState === "hidden" || source?.readyState === EventSource.OPEN) return;
    tries = 0;
    open();
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();
  return () => {
    clearTimeout(timer);
    window.removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    source?.close();
  };
}

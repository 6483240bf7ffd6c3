import type { ImapFlow } from "imapflow";
import type { ImapTiming } from "./connect.ts";

const MAX_MS = 9 * 60_000;

const lostConnection = (code: string) => Object.assign(new Error("The connection was lost"), { code });

/** Waits for news of the open folder. */
export function createIdling(client: ImapFlow, { idleMs, silentMs }: ImapTiming) {
  let hasNews = false;
  let lost: Error | undefined;
  let wake = () => undefined as void;
  const note = () => {
    hasNews = true;
    wake();
  };
  const lose = (error: Error) => {
    lost ??= error;
    wake();
  };
  client.on("exists", note);
  client.on("expunge", note);
  client.on("error", lose);
  client.on("close", () => lose(lostConnection("NoConnection")));

  /**
   * Ends an IDLE and sees that the server still answers. imapflow alone would wait for ever for a server that fell silent before it took
   * the IDLE: it is told apart from a quiet one only by an answer.
   */
  async function ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(lostConnection("ETIMEDOUT")), silentMs);
    });
    try {
      await Promise.race([client.noop(), late]);
    } catch (error) {
      client.close();
      throw lost && !isLate(error) ? lost : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** One IDLE, renewed before servers and routers forget about it. */
  async function idleFor(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, ms);
      // It ends when another command is sent, or at once where a server refuses it: then the time is waited for all the same.
      client.idle().catch(() => undefined);
    });
    clearTimeout(timer);
    wake = () => undefined;
    if (lost === undefined && client.usable) await ask();
  }

  async function wait(maxMs = MAX_MS): Promise<boolean> {
    const until = performance.now() + maxMs;
    const isOver = () => hasNews || lost !== undefined || !client.usable || performance.now() >= until;
    while (!isOver()) await idleFor(Math.min(idleMs, until - performance.now()));
    if (lost !== undefined || !client.usable) throw lost ?? lostConnection("NoConnection");
    const news = hasNews;
    hasNews = false;
    return news;
  }
  return { wait };
}

const isLate = (error: unknown) => error instanceof Error && "code" in error && error.code === "ETIMEDOUT";

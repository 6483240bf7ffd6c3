import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { LiveNews } from "../../src/features/events/operations.ts";
import { openLive } from "../event-stream.ts";
import { smallMail } from "../mail/connected-mailbox.ts";
import type { MailServers } from "../mail/mail-servers.ts";
import type { Person } from "../service.ts";

const LOST_MS = 60_000;
const UNAVAILABLE = 503;

/** Somebody who looks at the inbox of a mailbox, through the http node at `url`. */
export interface Watcher {
  address: string;
  /** From the moment that Postfix accepted a mail until the open page can show it, in milliseconds. */
  timeOne(): Promise<number>;
  close(): Promise<void>;
}

export async function watchInbox(servers: MailServers, url: string, person: Person, address: string): Promise<Watcher> {
  const stream = await openLive(url, { cookie: person.cookie });
  await stream.ready();

  /** As the page does when it hears of messages: it reads its list again. */
  async function isListed(word: string): Promise<boolean> {
    const answer = await fetch(`${url}/app/call/inbox.list`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify({ filter: word }),
    });
    if (answer.status === UNAVAILABLE) return isListed(word); // a page asks again too
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { items: unknown[] }).items.length > 0;
  }

  return {
    address,
    async timeOne() {
      const word = `w${randomBytes(8).toString("hex")}`;
      let read = stream.messages.length;
      await servers.post(address, smallMail(word));
      const started = performance.now();
      while (performance.now() - started < LOST_MS) {
        const fresh = stream.messages.slice(read);
        read += fresh.length;
        if (fresh.some(({ event, data }) => event === "news" && isOfMessages(data as LiveNews)) && (await isListed(word)))
          return performance.now() - started;
        await setTimeout(5);
      }
      throw new Error(`a mail to ${address} was not shown within ${LOST_MS} ms`);
    },
    close: () => stream.close(),
  };
}

/** Many at once are counted by type, not named one by one. */
const isOfMessages = ({ changes, crowds }: LiveNews) =>
  changes.some(({ type }) => type === "message.received") || crowds.some(({ types }) => types.includes("message.received"));

/** One mail after the other to each of the mailboxes, until there are enough or `goOn` says no. */
export async function timeMany(watchers: Watcher[], count: number, goOn: () => boolean = () => true): Promise<number[]> {
  const times: number[] = [];
  const one = async (watcher: Watcher) => {
    while (times.length < count && goOn()) times.push(await watcher.timeOne());
  };
  await Promise.all(watchers.map(one));
  return times;
}

/** A value that this share of the times does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const inWords = (times: readonly number[]) =>
  `${times.length} mails: median ${Math.round(percentile(times, 0.5))}, p95 ${Math.round(percentile(times, 0.95))}, most ${Math.round(Math.max(...times))} ms`;

/** sent: the service has it. later: it is kept here and tried again. refused: the visitor has to change something. */
export type Outcome = "sent" | "later" | "refused";

export interface Lead {
  id: string;
  /** When the visitor pressed the button. */
  at: number;
  /** The form's address. */
  to: string;
  body: Record<string, unknown>;
}

/** What is wrong with a lead that was refused, as the service says it. */
export interface Problem {
  detail?: string;
  errors?: { pointer: string; message: string }[];
}

/** `localStorage`, or an object like it. */
export type Store = Record<string, string | undefined>;

export interface OutboxNeeds {
  /** How the addresses of our forms begin: a lead for another host is left alone. */
  host: string;
  /** Throws where the browser keeps nothing. */
  store(): Store;
  /** True if somebody sees it here. A refused lead that nobody sees is kept. */
  tell(id: string, outcome: Outcome, problem?: Problem): unknown;
  /** Runs it in one tab at a time; without running it, answers how many seconds to wait. */
  alone(name: string, run: () => Promise<number>): Promise<number>;
}

export const NAME = "kith-lead:";
const KEPT_MS = 6048e5; // 7 days
const TIMEOUT_MS = 15e3;
const WAITS = [2, 5, 15, 30, 60];
/** Browsers carry no more than this beyond the end of a page. */
const MAX_KEEPALIVE = 6e4;

export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {}
}

/** Keeps leads until the service has them. Each has a name of its own in the store, so that two tabs never overwrite each other's. */
export function createOutbox({ host, store, tell, alone }: OutboxNeeds) {
  /** For browsers that keep nothing: while the page is open. */
  const memory: Store = {};
  const busy = new Set<string>();
  const timers: Record<string, ReturnType<typeof setTimeout>> = {};

  const read = (name: string) => attempt(() => store()[name]) ?? memory[name];
  const keep = (lead: Lead) => {
    const name = NAME + lead.id;
    const text = JSON.stringify(lead);
    attempt(() => (store()[name] = text));
    if (read(name) !== text) memory[name] = text;
  };
  const drop = (id: string) => {
    for (const one of [attempt(store), memory]) if (one) delete one[NAME + id];
  };
  const all = () =>
    Object.keys({ ...attempt(store), ...memory }).flatMap((name) => {
      // What is under this name may be anything: the store is the site's.
      const found = attempt(() => {
        const lead = JSON.parse(read(name) ?? "") as Lead;
        return name.startsWith(NAME) && lead.to.startsWith(host) && lead;
      });
      return found || [];
    });
  const request = ({ to, body }: Lead) => {
    const text = JSON.stringify(body);
    return fetch(to, { method: "POST", body: text, keepalive: text.length < MAX_KEEPALIVE, signal: AbortSignal.timeout(TIMEOUT_MS) });
  };

  /** How many seconds to wait for the next try; none if it is over. */
  async function post(lead: Lead, wait: number): Promise<number> {
    const { id } = lead;
    try {
      const answer = await request(lead);
      const { status } = answer;
      if (answer.ok) {
        drop(id);
        tell(id, "sent");
        return 0;
      }
      if (status < 500 && status !== 429) {
        if (tell(id, "refused", (await answer.json().catch(Object)) as Problem)) drop(id);
        return 0;
      }
      wait = Math.min(60, Math.max(wait, Number(answer.headers.get("retry-after"))));
    } catch {}
    tell(id, "later");
    return wait;
  }

  async function send(lead: Lead, tries = 0): Promise<void> {
    const { id } = lead;
    if (busy.has(id)) return;
    busy.add(id);
    clearTimeout(timers[id]);
    // Another tab may have sent it meanwhile.
    const wait = await alone(NAME + id, async () => (read(NAME + id) ? post(lead, WAITS[tries] ?? 60) : 0));
    busy.delete(id);
    if (wait) timers[id] = setTimeout(() => void send(lead, tries + 1), wait * (800 + Math.random() * 400));
  }

  return {
    /** Before anything else: whatever happens from here on, the visitor's words are there. */
    keep,
    send,
    /** On a new page, and when the connection is back. */
    flush() {
      for (const lead of all()) {
        if (Date.now() - lead.at > KEPT_MS) drop(lead.id);
        else void send(lead);
      }
    },
    /** The page goes away: the browser sends what it can. It stays kept, because nobody hears the answer; its id makes twice once. */
    leave() {
      for (const lead of all()) if (!busy.has(lead.id)) void request(lead).catch(Object);
    },
  };
}

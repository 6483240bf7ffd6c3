import { createOutbox, type Outcome, type Lead } from "../../../packages/form/src/outbox.ts";

/** What a visitor was told last, and when. */
export interface Heard {
  outcome: Outcome | "sending";
  at: number;
  wasLater: boolean;
}

/** Visitors of a form, each with the core of the website's script and a browser's storage of their own. */
export function createVisitors(to: string) {
  const heard = new Map<string, Heard>();
  const stores: Record<string, string | undefined>[] = [];
  let refusals = 0;
  const send = globalThis.fetch;
  // Each comes from an address of their own, as behind a proxy that says so.
  globalThis.fetch = (input, init) => {
    if (typeof init?.body !== "string" || !init.body.includes("_at")) return send(input, init);
    const { _at: number } = JSON.parse(init.body) as { _at: number };
    return send(input, { ...init, headers: { "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` } });
  };

  return {
    heard,
    /** Somebody fills in the form and presses the button. */
    async arrive(number: number): Promise<void> {
      const store: Record<string, string | undefined> = {};
      const outbox = createOutbox({
        host: to,
        store: () => store,
        tell(id, outcome) {
          const before = heard.get(id);
          if (outcome === "refused") refusals++;
          heard.set(id, { outcome, at: Date.now(), wasLater: before?.wasLater === true || outcome === "later" });
          return true;
        },
        alone: (_name, run) => run(),
      });
      const id = `visitor-${number}`;
      const lead: Lead = {
        id,
        at: Date.now(),
        to,
        body: { _id: id, _at: number, name: `Visitor ${number}`, email: `v${number}@example.com` },
      };
      stores.push(store);
      heard.set(id, { outcome: "sending", at: Date.now(), wasLater: false });
      outbox.keep(lead);
      await outbox.send(lead);
    },
    kept: () => stores.filter((store) => Object.keys(store).length > 0).length,
    refusals: () => refusals,
    /** Everybody goes: nothing is tried again, so that a test that failed can end. */
    [Symbol.dispose]() {
      globalThis.fetch = send;
      for (const store of stores) for (const name of Object.keys(store)) delete store[name];
    },
  };
}

import type { Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { digest } from "../../../platform/random.ts";
import { confirmOptIn, optInId } from "./operations.ts";
import { findByToken } from "./store.ts";

const TOKEN = /^[\w-]{43}$/;

/** What the page of a link shows: the company that asks, and whether there is something to confirm. */
export type ShownOptIn = { state: "open" | "confirmed"; company: string } | { state: "gone" };

export type OptIns = ReturnType<typeof createOptIns>;

export function createOptIns({ identity, execute, clock }: { identity: Tx; execute: Execute; clock: Clock }) {
  const find = async (token: string) => (TOKEN.test(token) ? findByToken(identity, digest(token)) : undefined);

  return {
    /** Changes nothing: programs that look for viruses follow every link. */
    async look(token: string): Promise<ShownOptIn> {
      const row = await find(token);
      if (row?.confirmed_at) return { state: "confirmed", company: row.company_name };
      return row && row.expires_at > clock.now() ? { state: "open", company: row.company_name } : { state: "gone" };
    },

    async confirm(token: string): Promise<ShownOptIn> {
      const row = await find(token);
      if (!row) return { state: "gone" };
      const confirmed = { state: "confirmed" as const, company: row.company_name };
      if (row.confirmed_at) return confirmed;
      const { is_confirmed: isConfirmed } = await asSystem(execute, row.company_id)(confirmOptIn, { id: optInId.encode(row.id) });
      return isConfirmed ? confirmed : this.look(token);
    },
  };
}

import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { digest } from "../../../platform/random.ts";
import type { ShownLink, Unsubscribing } from "../../../platform/unsubscribing.ts";
import { findLink } from "./link-store.ts";
import { withdrawByLink } from "./worker-operations.ts";

const TOKEN = /^[\w-]{43}$/;

/** The links in messages of outreach: who uses one agrees no longer to be written to. */
export function createUnsubscribing({ identity, execute }: { identity: Tx; execute: Execute }): Unsubscribing {
  const find = async (token: string) => (TOKEN.test(token) ? findLink(identity, digest(token)) : undefined);
  const shown = (state: "open" | "done", company: string): ShownLink => ({ state, what: `such emails from ${company}` });

  return {
    async look(token) {
      const row = await find(token);
      return row ? shown("open", row.company_name) : { state: "gone" };
    },

    async unsubscribe(token) {
      const row = await find(token);
      if (!row) return { state: "gone" };
      await asSystem(execute, row.company_id)(withdrawByLink, { token_hash: digest(token).toString("hex") });
      return shown("done", row.company_name);
    },
  };
}

import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { digest } from "../../../platform/random.ts";
import { findLink } from "./link-store.ts";
import { withdrawByLink } from "./worker-operations.ts";

const TOKEN = /^[\w-]{43}$/;

/** What the page of a link shows. Whether somebody is unsubscribed already is not told: anybody may have got the link. */
export type ShownLink = { state: "open" | "done"; company: string } | { state: "gone" };

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

export function createUnsubscribing({ identity, execute }: { identity: Tx; execute: Execute }) {
  const find = async (token: string) => (TOKEN.test(token) ? findLink(identity, digest(token)) : undefined);

  return {
    /** Changes nothing: programs that look for viruses follow every link. */
    async look(token: string): Promise<ShownLink> {
      const row = await find(token);
      return row ? { state: "open", company: row.company_name } : { state: "gone" };
    },

    async unsubscribe(token: string): Promise<ShownLink> {
      const row = await find(token);
      if (!row) return { state: "gone" };
      await asSystem(execute, row.company_id)(withdrawByLink, { token_hash: digest(token).toString("hex") });
      return { state: "done", company: row.company_name };
    },
  };
}

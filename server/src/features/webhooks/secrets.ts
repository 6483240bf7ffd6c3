import { createHash } from "node:crypto";
import { conflict } from "../../kernel/errors.ts";
import type { Vault } from "../../platform/vault.ts";
import type { SealedRow, Settings } from "./store.ts";

type Column = "headers" | "secret" | "old_secret" | "signing_key";

/** After a restore with another KITH_SECRET what was stored before cannot be read, by anyone. */
const UNREADABLE: Record<Column, string> = {
  headers: "Its headers were stored with another KITH_SECRET. Enter them again.",
  secret: "Its secret was stored with another KITH_SECRET. Make a new one.",
  old_secret: "Its old secret was stored with another KITH_SECRET.",
  signing_key: "Its signing key was stored with another KITH_SECRET. Rotate its secret.",
};
export const UNREADABLE_CODE = "secret_unreadable";

/** Seals and opens what a webhook keeps secret. */
export function createWebhookSecrets(vault: Vault) {
  const place = (companyId: string, rowId: string, column: Column) => ({ companyId, rowId, column: `webhooks.${column}` });
  const seal = (companyId: string, id: string, column: Column, text: string) => vault.seal(place(companyId, id, column), text);
  const tryOpen = (companyId: string, id: string, column: Column, sealed: Buffer): string | undefined => {
    try {
      return vault.open(place(companyId, id, column), sealed);
    } catch {
      return undefined;
    }
  };
  const open = (companyId: string, id: string, column: Column, sealed: Buffer): string => {
    const text = tryOpen(companyId, id, column, sealed);
    if (text === undefined) throw conflict(UNREADABLE_CODE, UNREADABLE[column]);
    return text;
  };
  return {
    seal,
    open,
    tryOpen,
    headers: (companyId: string, id: string, sealed: Buffer | null) =>
      sealed ? (JSON.parse(open(companyId, id, "headers", sealed)) as Record<string, string>) : {},
    /** The secrets that messages are signed with now: one, or two for a day after it was replaced. */
    signing(companyId: string, id: string, row: Omit<SealedRow, "public_key" | "headers">, now: Date): string[] {
      const isOldAlive = row.old_secret_until !== null && row.old_secret_until > now;
      const old = isOldAlive && row.old_secret ? tryOpen(companyId, id, "old_secret", row.old_secret) : undefined;
      return [open(companyId, id, "secret", row.secret), ...(old === undefined ? [] : [old])];
    },
  };
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** Two registrations with the same fingerprint are one. */
export function fingerprintOf({ url, event_types, filter, fields }: Omit<Settings, "name">): Buffer {
  const same = [url, event_types.toSorted(), filter.trim(), fields.toSorted()];
  return createHash("sha256").update(JSON.stringify(same)).digest();
}

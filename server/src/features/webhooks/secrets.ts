import { createHash } from "node:crypto";
import type { Vault } from "../../platform/vault.ts";
import type { SealedRow, Settings } from "./store.ts";

type Column = "headers" | "secret" | "old_secret" | "signing_key";

/** Seals and opens what a webhook keeps secret. */
export function createWebhookSecrets(vault: Vault) {
  const place = (companyId: string, rowId: string, column: Column) => ({ companyId, rowId, column: `webhooks.${column}` });
  const seal = (companyId: string, id: string, column: Column, text: string) => vault.seal(place(companyId, id, column), text);
  const open = (companyId: string, id: string, column: Column, sealed: Buffer) => vault.open(place(companyId, id, column), sealed);
  return {
    seal,
    open,
    headers: (companyId: string, id: string, sealed: Buffer | null) =>
      sealed ? (JSON.parse(open(companyId, id, "headers", sealed)) as Record<string, string>) : {},
    /** The secrets that messages are signed with now: one, or two for a day after it was replaced. */
    signing(companyId: string, id: string, row: Omit<SealedRow, "public_key" | "headers">, now: Date): string[] {
      const isOldAlive = row.old_secret && row.old_secret_until && row.old_secret_until > now;
      return [
        open(companyId, id, "secret", row.secret),
        ...(isOldAlive && row.old_secret ? [open(companyId, id, "old_secret", row.old_secret)] : []),
      ];
    },
  };
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

/** Two registrations with the same fingerprint are one. */
export function fingerprintOf({ url, event_types, filter, fields }: Omit<Settings, "name">): Buffer {
  const same = [url, event_types.toSorted(), filter.trim(), fields.toSorted()];
  return createHash("sha256").update(JSON.stringify(same)).digest();
}

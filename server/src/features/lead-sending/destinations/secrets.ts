import { conflict } from "../../../kernel/errors.ts";
import type { Vault } from "../../../platform/vault.ts";

type Column = "headers" | "secret" | "code";

/** After a restore with another KITH_SECRET what was stored before cannot be read, by anyone. */
const UNREADABLE: Record<Column, string> = {
  headers: "Its headers were stored with another KITH_SECRET. Enter them again.",
  secret: "Its secret was stored with another KITH_SECRET. Make a new one.",
  code: "Its code was stored with another KITH_SECRET. Enter it again.",
};
export const UNREADABLE_CODE = "secret_unreadable";

/** Seals and opens what a destination keeps secret. What is sealed for one destination of one company opens nowhere else. */
export function createDestinationSecrets(vault: Vault) {
  const place = (companyId: string, rowId: string, column: Column) => ({ companyId, rowId, column: `destinations.${column}` });
  const open = (companyId: string, id: string, column: Column, sealed: Buffer): string => {
    try {
      return vault.open(place(companyId, id, column), sealed);
    } catch {
      throw conflict(UNREADABLE_CODE, UNREADABLE[column]);
    }
  };
  return {
    seal: (companyId: string, id: string, column: Column, text: string) => vault.seal(place(companyId, id, column), text),
    open,
    headers: (companyId: string, id: string, sealed: Buffer | null) =>
      sealed ? (JSON.parse(open(companyId, id, "headers", sealed)) as Record<string, string>) : {},
  };
}

export type DestinationSecrets = ReturnType<typeof createDestinationSecrets>;

import { randomBytes } from "node:crypto";
import type { Vault } from "../../../platform/vault.ts";

/** What speaks for a number, and what shows that a callback is Meta's. */
export interface WhatsAppSecrets {
  token: string;
  appSecret: string;
  /** Chosen here and entered in the Meta app, which shows it back once. */
  verifyToken: string;
}

export const newVerifyToken = () => randomBytes(24).toString("base64url");

/** What is sealed for one channel of one company opens nowhere else. */
export function createWhatsAppCredentials(vault: Vault) {
  const place = (companyId: string, rowId: string) => ({ companyId, rowId, column: "channels.credentials" });
  return {
    seal: (companyId: string, id: string, secrets: WhatsAppSecrets) => vault.seal(place(companyId, id), JSON.stringify(secrets)),
    /** Undefined where it was sealed with another KITH_SECRET, as after a restore. */
    open(companyId: string, id: string, sealed: Buffer): WhatsAppSecrets | undefined {
      try {
        return JSON.parse(vault.open(place(companyId, id), sealed)) as WhatsAppSecrets;
      } catch {
        return undefined;
      }
    },
  };
}

export type WhatsAppCredentials = ReturnType<typeof createWhatsAppCredentials>;

import type { Vault } from "../../platform/vault.ts";

/** What signs in to a mailbox. A token is asked for anew before each session; the one kept here saves asking too often. */
export type Credentials = { password: string } | { refreshToken: string; accessToken?: string; accessUntil?: string };

/** Seals and opens what a channel signs in with. What is sealed for one channel of one company opens nowhere else. */
export function createChannelCredentials(vault: Vault) {
  const place = (companyId: string, rowId: string) => ({ companyId, rowId, column: "channels.credentials" });
  return {
    seal: (companyId: string, id: string, credentials: Credentials) => vault.seal(place(companyId, id), JSON.stringify(credentials)),
    /** Undefined where it was sealed with another KITH_SECRET, as after a restore: then a person has to sign in again. */
    open(companyId: string, id: string, sealed: Buffer): Credentials | undefined {
      try {
        return JSON.parse(vault.open(place(companyId, id), sealed)) as Credentials;
      } catch {
        return undefined;
      }
    },
  };
}

export type ChannelCredentials = ReturnType<typeof createChannelCredentials>;

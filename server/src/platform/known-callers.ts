import { hash } from "node:crypto";

/** More are not remembered: who has not called for the longest time is forgotten. */
const MAX_CALLERS = 100_000;

interface Known {
  actor: { companyId: string };
}

/**
 * Which company a key or a session belonged to when it was last used. It only says in whose line a call waits before its caller is looked up,
 * and proves nothing: each call is authenticated as before.
 */
export function createKnownCallers(max = MAX_CALLERS) {
  const companies = new Map<string, string>();
  // A digest, because memory is written to disk when a process is examined.
  const nameOf = (secret: string) => hash("sha256", secret, "base64");

  function remember(secret: string, companyId: string): void {
    const name = nameOf(secret);
    companies.delete(name); // and to the end: the map is in the order of use
    companies.set(name, companyId);
    if (companies.size > max) companies.delete(companies.keys().next().value ?? "");
  }

  return {
    companyOf: (secret: string): string | undefined => companies.get(nameOf(secret)),
    /** Authenticates, and remembers whose secret it was. */
    noting:
      <Found extends Known>(authenticate: (secret: string | undefined) => Promise<Found | undefined>) =>
      async (secret: string | undefined): Promise<Found | undefined> => {
        const found = await authenticate(secret);
        if (secret === undefined) return found;
        if (found) remember(secret, found.actor.companyId);
        else companies.delete(nameOf(secret));
        return found;
      },
  };
}

export type KnownCallers = ReturnType<typeof createKnownCallers>;

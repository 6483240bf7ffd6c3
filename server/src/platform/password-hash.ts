import { hash, verify } from "@node-rs/argon2";
import { refuseInTransaction } from "../kernel/outside-transaction.ts";

// argon2id, 19 MiB, two passes: OWASP's first choice. Algorithm 2 is argon2id; the package's enum cannot be erased.
const COST = { algorithm: 2, timeCost: 2, parallelism: 1 } as const;
export const PASSWORD_HASH_KIB = 19_456;

export type PasswordHash = ReturnType<typeof createPasswordHash>;

export function createPasswordHash(memoryKib: number) {
  let decoy: Promise<string> | undefined;
  const make = (password: string) => {
    refuseInTransaction("The hash of a password");
    return hash(password, { ...COST, memoryCost: memoryKib });
  };
  return {
    make,
    /** Without a stored hash it verifies against a decoy, so that an unknown address takes as long as a known one. */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      refuseInTransaction("The hash of a password");
      const matches = await verify(stored ?? (await (decoy ??= make("nobody's password"))), password);
      return matches && stored !== undefined;
    },
  };
}

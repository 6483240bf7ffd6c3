import { hash, verify } from "@node-rs/argon2";

// argon2id, 19 MiB, two passes: OWASP's first choice. Algorithm 2 is argon2id; the package's enum cannot be erased.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let decoy: Promise<string> | undefined;

export const hashPassword = (password: string) => hash(password, COST);

/** Without a stored hash it verifies against a decoy, so that an unknown address takes as long as a known one. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await (decoy ??= hashPassword("nobody's password"))), password);
  return matches && stored !== undefined;
}

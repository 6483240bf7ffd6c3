import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const PUBLIC_PREFIX = "whpk_";
const SECRET_BYTES = 32;

/** A new secret in the form that verifying libraries take. */
export const makeSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** A key pair for v1a signatures. The private half is only ever stored sealed. */
export function makeKeyPair(): { signingKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return {
    signingKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: `${PUBLIC_PREFIX}${Buffer.from(x, "base64url").toString("base64")}`,
  };
}

interface Signed {
  id: string;
  at: Date;
  body: string;
  /** Two while a secret is being replaced: a receiver accepts a message if one of the signatures is right. */
  secrets: readonly string[];
  signingKey?: string | undefined;
}

/** The three headers of Standard Webhooks 1.0. What is signed is `id.timestamp.body`, with the body's exact bytes. */
export function signatureHeaders({ id, at, body, secrets, signingKey }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`);
  if (signingKey) {
    const key = createPrivateKey({ key: Buffer.from(signingKey, "base64"), format: "der", type: "pkcs8" });
    signatures.push(`v1a,${sign(null, content, key).toString("base64")}`);
  }
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

const keyOf = (secret: string) => Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");

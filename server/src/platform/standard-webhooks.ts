import { createHmac, createPrivateKey, createSecretKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

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

interface Keys {
  /** Two while a secret is being replaced: a receiver accepts a message if one of the signatures is right. */
  secrets: readonly string[];
  signingKey?: string | undefined;
}

interface Signed {
  id: string;
  at: Date;
  body: string;
}

/**
 * Makes the three headers of Standard Webhooks 1.0. What is signed is `id.timestamp.body`, with the body's exact bytes. For many messages
 * with the same keys: Node takes longer to read a key than to sign with it (bench:deliver).
 */
export function createSigner({ secrets, signingKey }: Keys): (message: Signed) => Record<string, string> {
  const secretKeys = secrets.map(keyOf);
  const privateKey = signingKey ? createPrivateKey({ key: Buffer.from(signingKey, "base64"), format: "der", type: "pkcs8" }) : undefined;
  return ({ id, at, body }) => {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const content = Buffer.from(`${id}.${timestamp}.${body}`);
    const signatures = secretKeys.map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`);
    if (privateKey) signatures.push(`v1a,${sign(null, content, privateKey).toString("base64")}`);
    return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
  };
}

/** The headers of one message. */
export const signatureHeaders = ({ secrets, signingKey, ...message }: Keys & Signed) => createSigner({ secrets, signingKey })(message);

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), "base64"));

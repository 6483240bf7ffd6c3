import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const VERSION = 1;

/** Which secret this is: a sealed text opens only where it was sealed, so a row copied to another company or column is worthless. */
interface SecretPlace {
  companyId: string;
  /** Table and column, such as `webhooks.secret`. */
  column: string;
  rowId: string;
}

/** Secrets at rest: encrypted in the database, and the key is outside of it. */
export interface Vault {
  seal(place: SecretPlace, text: string): Buffer;
  open(place: SecretPlace, sealed: Buffer): string;
}

interface VaultKey {
  id: Buffer;
  key: Buffer;
}

function keyFrom(secret: string): VaultKey {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kith vault", 32));
  return { key, id: createHmac("sha256", key).update("key id").digest().subarray(0, KEY_ID_BYTES) };
}

/** What everything begins with that this secret seals. */
export const sealedPrefix = (secret: string): Buffer => Buffer.concat([Buffer.of(VERSION), keyFrom(secret).id]);

/**
 * Layout of a sealed secret: version (1), key id (4), IV (12), tag (16), encrypted text. The key id tells which secret sealed it. Seals with
 * `secret`, and opens what `other` sealed too, while the installation's secret is changed.
 */
export function createVault(secret: string, other?: string): Vault {
  const current = keyFrom(secret);
  const keys = [current, ...(other === undefined ? [] : [keyFrom(other)])];
  const contextOf = ({ companyId, column, rowId }: SecretPlace) => Buffer.from(`${companyId}\n${column}\n${rowId}`);
  return {
    seal(place, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, iv, { authTagLength: TAG_BYTES }).setAAD(contextOf(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), current.id, iv, cipher.getAuthTag(), body]);
    },
    open(place, sealed) {
      const [ivAt, tagAt, bodyAt] = [1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES, 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES];
      if (sealed[0] !== VERSION || sealed.length < bodyAt) throw new Error("this is not a sealed secret");
      const found = keys.find(({ id }) => sealed.subarray(1, ivAt).equals(id));
      if (!found) throw new Error("this secret was sealed with another KITH_SECRET");
      const decipher = createDecipheriv(CIPHER, found.key, sealed.subarray(ivAt, tagAt), { authTagLength: TAG_BYTES });
      decipher.setAAD(contextOf(place)).setAuthTag(sealed.subarray(tagAt, bodyAt));
      return decipher.update(sealed.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { FoundForm } from "./find-form.ts";

const SEALED = /^(\d{1,9})\.([\w-]{1,20000})\.([\w-]{22})$/;

/** The words beside the box, as a visitor saw them. */
export interface ShownConsent {
  text: string;
  version: number;
}

/**
 * A form carries the words it shows, signed: what a browser keeps for a day is agreed to as it was shown, also if the words have changed
 * since. Nothing is stored for it, and nobody can make up words of their own.
 */
export function createConsentSeals(secret: string, other?: string) {
  const signs = [secret, ...(other === undefined ? [] : [other])].map((one) => {
    const key = Buffer.from(hkdfSync("sha256", one, "", "kith form consent", 32));
    return (form: string, body: string) => createHmac("sha256", key).update(`${form}\n${body}`).digest().subarray(0, 16);
  });
  const sign = signs[0] as (typeof signs)[number]; // of `secret`

  return {
    seal({ public_id: form, consent_text: text, consent_version: version }: FoundForm): string | undefined {
      if (text === "") return undefined;
      const body = `${version}.${Buffer.from(text).toString("base64url")}`;
      return `${body}.${sign(form, body).toString("base64url")}`;
    },

    /** Nothing, if it is not ours or of another form. */
    open(form: string, sealed: string): ShownConsent | undefined {
      const found = SEALED.exec(sealed);
      if (!found) return undefined;
      const [, version = "", text = "", signature = ""] = found;
      const given = Buffer.from(signature, "base64url");
      const isOurs = (expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);
      if (!signs.some((one) => isOurs(one(form, `${version}.${text}`)))) return undefined;
      return { text: Buffer.from(text, "base64url").toString(), version: Number(version) };
    },
  };
}

import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS, type Clock } from "../../../kernel/clock.ts";

const VALID_MS = DAY_MS;
const TOKEN = /^([0-9a-z]{1,12})\.(\d{1,2})\.([\w-]{16})\.([\w-]{22})$/;
const MAX_WORK = 20;

/** What a token proves about whoever sends it back. */
export interface Proof {
  /** absent: no token, or one that is too old. forged: not ours, or of another form. */
  state: "valid" | "absent" | "forged";
  /** Names a valid token. */
  nonce: string;
  issuedAt: number;
  /** Bits of work that were asked for and done. */
  bits: number;
}

/**
 * Says when a form was begun, and in a flood asks for work: a number whose SHA-256 together with the token begins with that many zero
 * bits. Nothing is stored for a token. It is signed, so every node can check it, and it is worthless at another form.
 */
export function createTokens(secret: string, clock: Clock, other?: string) {
  const signs = [secret, ...(other === undefined ? [] : [other])].map((one) => {
    const key = Buffer.from(hkdfSync("sha256", one, "", "kith form tokens", 32));
    return (form: string, body: string) => createHmac("sha256", key).update(`${form}\n${body}`).digest().subarray(0, 16);
  });
  const sign = signs[0] as (typeof signs)[number]; // of `secret`

  return {
    issue(form: string, bits: number): string {
      const body = `${clock.now().getTime().toString(36)}.${bits}.${randomBytes(12).toString("base64url")}`;
      return `${body}.${sign(form, body).toString("base64url")}`;
    },

    check(form: string, token: string, work: string): Proof {
      const nothing = { nonce: "", issuedAt: 0, bits: 0 };
      if (token === "") return { state: "absent", ...nothing };
      const [, issued = "", bits = "", nonce = "", signature = ""] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, "base64url");
      const isOurs = (expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);
      if (!signs.some((one) => isOurs(one(form, `${issued}.${bits}.${nonce}`)))) return { state: "forged", ...nothing };
      const issuedAt = Number.parseInt(issued, 36);
      // Kept by a browser that could not send for a day: that is no fault of the visitor's.
      if (clock.now().getTime() - issuedAt > VALID_MS) return { state: "absent", ...nothing };
      return { state: "valid", nonce, issuedAt, bits: isDone(token, work, Number(bits)) ? Number(bits) : 0 };
    },
  };
}

function isDone(token: string, work: string, bits: number): boolean {
  if (bits === 0 || work.length === 0 || work.length > MAX_WORK) return false;
  return createHash("sha256").update(`${token}.${work}`).digest().readUInt32BE(0) < 2 ** (32 - bits);
}

/** How often a token may be used, and by which submissions: for those that come to this node. */
export function createUsedTokens(max = 100_000) {
  const users = new Map<string, string>();
  return {
    /** True if another submission has used it. The same one, sent again, may. */
    isUsed(nonce: string, submission: string): boolean {
      const user = users.get(nonce);
      if (user !== undefined) return user !== submission;
      if (users.size >= max) users.delete(users.keys().next().value ?? "");
      users.set(nonce, submission);
      return false;
    },
  };
}

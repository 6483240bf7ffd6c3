import { createHmac, timingSafeEqual } from "node:crypto";

const COMPANY_BYTES = 16;

/**
 * What a receiver shows to return one lead: whose delivery it is, and a signature with the destination's secret, which only we and the
 * receiver have. It is good for that delivery alone.
 */
export function makeReturnToken(companyId: string, hopId: string, secret: string): string {
  return Buffer.concat([Buffer.from(companyId.replaceAll("-", ""), "hex"), signatureOf(hopId, secret)]).toString("base64url");
}

/** The company that a token is for. Undefined: this is no token. */
export function companyOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== COMPANY_BYTES + 32) return undefined;
  return bytes
    .subarray(0, COMPANY_BYTES)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const isReturnToken = (token: string, hopId: string, secret: string): boolean => {
  const given = Buffer.from(token, "base64url").subarray(COMPANY_BYTES);
  const right = signatureOf(hopId, secret);
  return given.length === right.length && timingSafeEqual(given, right);
};

const signatureOf = (hopId: string, secret: string) => createHmac("sha256", secret).update(`return\n${hopId}`).digest();

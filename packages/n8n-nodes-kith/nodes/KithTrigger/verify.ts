import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_S = 300;

export interface Message {
  headers: { [name: string]: string | string[] | undefined };
  /** As it came, before anything read it. */
  body: Uint8Array;
}

/** Standard Webhooks: `v1,` and the HMAC-SHA256 of id, timestamp and body. While a secret is being replaced there are two of them. */
export function isGenuine(secret: string, { headers, body }: Message, nowMs: number): boolean {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof given !== "string") return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret, "base64");
  if (key.length === 0) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return given.split(" ").some((one) => {
    const signature = Buffer.from(one.startsWith("v1,") ? one.slice("v1,".length) : "", "base64");
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

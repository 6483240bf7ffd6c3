import { createHash } from "node:crypto";
import type { Service } from "../service.ts";
import { sendForm } from "./forms.ts";

/** An address of its own for each number; the service must trust 127.0.0.1 as a proxy. */
export const addressOf = (n: number) => ({ "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` });

/** What a script does with a token that asks for work. */
export function workFor(token: string, bits: number): string {
  if (bits === 0) return "";
  for (let n = 0; ; n++) if (createHash("sha256").update(`${token}.${n}`).digest().readUInt32BE(0) < 2 ** (32 - bits)) return String(n);
}

export async function takeToken(service: Service, publicId: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/f/${publicId}/token`, { headers });
  return (await answer.json()) as { token: string; bits: number };
}

/** Somebody with a browser and our script: a token, its work if it is asked for, then the form. */
export async function visit(service: Service, publicId: string, n: number, body: Record<string, unknown>): Promise<Response> {
  const { token, bits } = await takeToken(service, publicId, addressOf(n));
  return sendForm(service, publicId, { ...body, _token: token, _work: workFor(token, bits) }, addressOf(n));
}

/** Runs them with so many at a time. */
export async function inParallel<T>(count: number, atOnce: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await run(n);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

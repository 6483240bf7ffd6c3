import type { Outbound } from "./outbound/outbound.ts";

const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const TOTAL_MS = 10_000;
/** Nothing of the reader goes along: no cookie, no language, no address of the page, and the same name for everyone. */
const HEADERS = { accept: "image/png,image/jpeg,image/gif,image/webp", "user-agent": "Kith" };

interface Picture {
  type: string;
  bytes: Buffer;
}

/**
 * A picture that a mail names, fetched by us, so that its owner learns neither who looks nor from where. Only what begins like a picture is
 * one, whatever its owner says: a page or an SVG would be a way to bring scripts to our own address. Undefined if there is none to show.
 */
export async function fetchPicture(outbound: Pick<Outbound, "get">, url: string): Promise<Picture | undefined> {
  const ask = (address: string) => outbound.get({ url: address, headers: HEADERS, totalMs: TOTAL_MS, maxBytes: MAX_PICTURE_BYTES });
  let answer = await ask(url);
  // Mail still names pictures by http://, which is not called; nearly every owner also has them by https://.
  if ("error" in answer && answer.error === "blocked" && /^http:/i.test(url)) answer = await ask(url.replace(/^http:/i, "https:"));
  if ("error" in answer || answer.status !== 200 || answer.body === undefined) return undefined;
  const type = pictureType(answer.body);
  return type === undefined ? undefined : { type, bytes: answer.body };
}

const STARTS: readonly (readonly [type: string, start: Buffer])[] = [
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["image/gif", Buffer.from("GIF87a")],
  ["image/gif", Buffer.from("GIF89a")],
];

/** The kind of picture, by its first bytes. */
export function pictureType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from("RIFF")) && bytes.subarray(8, 12).equals(Buffer.from("WEBP"))) return "image/webp";
  return STARTS.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];
}

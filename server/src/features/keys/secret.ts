import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 52;
const CHECK_LENGTH = 6;
const LENGTH = 64;
const SHAPE = /^[0-9A-Za-z]{64}$/;
// 248 = 4 × 62: bytes above it are thrown away, so that every character is equally likely.
const FAIR_BYTES = 248;

/**
 * A new key: `kith`, two characters that name the cell, 52 random ones (309 bits), and six that check the rest.
 * A secret scanner can recognise it, a balancer can route it, and a mistyped one is refused without asking the database.
 */
export function makeKey(cell: string): string {
  const body = `kith${cell}${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

export function isWellFormedKey(text: string): boolean {
  return (
    SHAPE.test(text) && text.startsWith("kith") && checksum(text.slice(0, LENGTH - CHECK_LENGTH)) === text.slice(LENGTH - CHECK_LENGTH)
  );
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_BYTES && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let at = 0; at < CHECK_LENGTH; at++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

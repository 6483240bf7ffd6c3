/* oxlint-disable typescript/no-non-null-assertion -- all places are within their arrays, and asking again for each byte takes time */

// SHA-256 (FIPS 180-4) that goes on from where another process stopped. Node's own can neither be stored nor taken up again, and an upload
// comes in parts, to any node: without this all of it would be read a second time when its last byte is here.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

// The first 32 bits of the fractional parts of the square roots (where it begins) and cube roots (its rounds) of the first primes.
const START = wordsOf("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19");
const K = wordsOf(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`);

/** What is known before the first byte. */
export const SHA256_START: Buffer = toBytes(START);

/** Takes up whole blocks of 64 bytes; the answer is what to go on with. */
export function addToSha256(state: Uint8Array, bytes: Uint8Array): Buffer {
  if (bytes.length % BLOCK_BYTES !== 0) throw new Error("only the last bytes of a SHA-256 are no whole blocks");
  const words = fromBytes(state);
  const schedule = new Int32Array(ROUNDS);
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) addBlock(words, schedule, view, at);
  return toBytes(words);
}

/** The hash: `last` are the bytes behind those that were taken up, and `total` is how many there are in all. */
export function endSha256(state: Uint8Array, last: Uint8Array, total: number): Buffer {
  const padded = Buffer.alloc(Math.ceil((last.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(last);
  padded[last.length] = 0x80;
  padded.writeBigUInt64BE(BigInt(total) * 8n, padded.length - LENGTH_BYTES);
  return addToSha256(state, padded);
}

// The names of the eight words move on in every round; written out, nothing is moved. A third faster than a loop that moves them.
function addBlock(state: Int32Array, w: Int32Array, view: DataView, from: number): void {
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(from + t * 4);
  for (let t = 16; t < ROUNDS; t++) w[t] = (w[t - 16]! + spread0(w[t - 15]!) + w[t - 7]! + spread1(w[t - 2]!)) | 0;
  let a = state[0]! | 0;
  let b = state[1]! | 0;
  let c = state[2]! | 0;
  let d = state[3]! | 0;
  let e = state[4]! | 0;
  let f = state[5]! | 0;
  let g = state[6]! | 0;
  let h = state[7]! | 0;
  for (let t = 0; t < ROUNDS; t += 8) {
    h = (h + sum1(e) + choose(e, f, g) + K[t]! + w[t]!) | 0;
    d = (d + h) | 0;
    h = (h + sum0(a) + majority(a, b, c)) | 0;
    g = (g + sum1(d) + choose(d, e, f) + K[t + 1]! + w[t + 1]!) | 0;
    c = (c + g) | 0;
    g = (g + sum0(h) + majority(h, a, b)) | 0;
    f = (f + sum1(c) + choose(c, d, e) + K[t + 2]! + w[t + 2]!) | 0;
    b = (b + f) | 0;
    f = (f + sum0(g) + majority(g, h, a)) | 0;
    e = (e + sum1(b) + choose(b, c, d) + K[t + 3]! + w[t + 3]!) | 0;
    a = (a + e) | 0;
    e = (e + sum0(f) + majority(f, g, h)) | 0;
    d = (d + sum1(a) + choose(a, b, c) + K[t + 4]! + w[t + 4]!) | 0;
    h = (h + d) | 0;
    d = (d + sum0(e) + majority(e, f, g)) | 0;
    c = (c + sum1(h) + choose(h, a, b) + K[t + 5]! + w[t + 5]!) | 0;
    g = (g + c) | 0;
    c = (c + sum0(d) + majority(d, e, f)) | 0;
    b = (b + sum1(g) + choose(g, h, a) + K[t + 6]! + w[t + 6]!) | 0;
    f = (f + b) | 0;
    b = (b + sum0(c) + majority(c, d, e)) | 0;
    a = (a + sum1(f) + choose(f, g, h) + K[t + 7]! + w[t + 7]!) | 0;
    e = (e + a) | 0;
    a = (a + sum0(b) + majority(b, c, d)) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

const sum0 = (x: number) => ((x >>> 2) | (x << 30)) ^ ((x >>> 13) | (x << 19)) ^ ((x >>> 22) | (x << 10));
const sum1 = (x: number) => ((x >>> 6) | (x << 26)) ^ ((x >>> 11) | (x << 21)) ^ ((x >>> 25) | (x << 7));
const spread0 = (x: number) => ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
const spread1 = (x: number) => ((x >>> 17) | (x << 15)) ^ ((x >>> 19) | (x << 13)) ^ (x >>> 10);
const choose = (x: number, y: number, z: number) => z ^ (x & (y ^ z));
const majority = (x: number, y: number, z: number) => (x & y) | (z & (x | y));

function wordsOf(hex: string): Int32Array {
  return fromBytes(Buffer.from(hex.replaceAll(/\s/g, ""), "hex"));
}

function toBytes(words: Int32Array): Buffer {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries()) bytes.writeInt32BE(word, at * 4);
  return bytes;
}

function fromBytes(bytes: Uint8Array): Int32Array {
  const view = viewOf(bytes);
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => view.getInt32(at * 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

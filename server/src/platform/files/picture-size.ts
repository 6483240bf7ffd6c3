interface PictureSize {
  width: number;
  height: number;
}

/** Where each kind of picture that a browser shows says its width and height. */
const READERS: Readonly<Record<string, (head: Buffer) => [width: number, height: number] | undefined>> = {
  "image/png": (head) => [head.readUInt32BE(16), head.readUInt32BE(20)],
  "image/gif": (head) => [head.readUInt16LE(6), head.readUInt16LE(8)],
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** How large a picture is when it is shown. A small file can say that it has a million pixels a side, and a browser would make room for them. */
export function pictureSize(type: string, head: Buffer): PictureSize | undefined {
  try {
    const [width = 0, height = 0] = READERS[type]?.(head) ?? [];
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch (error) {
    // It ends before it says so.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A JPEG is a list of segments; its size is in the one that starts the picture. */
function jpegSize(head: Buffer): [number, number] | undefined {
  let at = 2;
  while (at + 9 < head.length && head[at] === 0xff) {
    const kind = head[at + 1] ?? 0;
    // C4, C8 and CC are tables, of the same range of numbers.
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)];
    at += kind === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(head: Buffer): [number, number] | undefined {
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X") return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  if (kind === "VP8 ") return [head.readUInt16LE(26) % 16_384, head.readUInt16LE(28) % 16_384];
  if (kind !== "VP8L") return undefined;
  const bits = head.readUInt32LE(21);
  return [(bits % 16_384) + 1, (Math.floor(bits / 16_384) % 16_384) + 1];
}

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createInflateRaw } from "node:zlib";
import { AppError } from "../../kernel/errors.ts";

/** A file that is read piece by piece, wherever it is kept. */
export interface ByteSource {
  size: number;
  read(from: number, length: number): Promise<Buffer>;
}

export interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  headerAt: number;
}

/** A workbook that cannot be read, with what a person can do about it. */
export const badWorkbook = (message: string) => new AppError(422, "bad_workbook", message);

export const damaged = () => badWorkbook("The workbook is damaged. Open it in a spreadsheet program, save it again and try once more.");

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY_BYTES = 2_097_152;
const MAX_ENTRIES = 10_000;
const SLICE_BYTES = 262_144;
const CHUNK_BYTES = 65_536;
const STORED = 0;
const DEFLATED = 8;
const IN_ZIP64 = 0xffffffff;

/** The files in a zip archive, by name. Reads the end of the archive only. */
export async function readDirectory(source: ByteSource): Promise<Map<string, ZipEntry>> {
  const tailBytes = Math.min(source.size, END_BYTES + MAX_COMMENT);
  const tail = await source.read(source.size - tailBytes, tailBytes);
  const end = findEnd(tail);
  const [count, bytes, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  // A file of 50 MiB never needs the larger format.
  if (at === IN_ZIP64 || bytes > MAX_DIRECTORY_BYTES || count > MAX_ENTRIES || at + bytes > source.size) throw damaged();
  const directory = await source.read(at, bytes);
  const entries = new Map<string, ZipEntry>();
  for (let from = 0, seen = 0; seen < count; seen++) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== ENTRY) throw damaged();
    const nameBytes = directory.readUInt16LE(from + 28);
    const entry = {
      name: directory.toString("utf8", from + 46, from + 46 + nameBytes),
      method: directory.readUInt16LE(from + 10),
      packedBytes: directory.readUInt32LE(from + 20),
      headerAt: directory.readUInt32LE(from + 42),
    };
    const isEncrypted = (directory.readUInt16LE(from + 8) & 1) === 1;
    if (isEncrypted) throw badWorkbook("The workbook has a password. Save it without one and try again.");
    // Of two files with one name, programs disagree about which counts.
    if (entries.has(entry.name)) throw damaged();
    entries.set(entry.name, entry);
    from += 46 + nameBytes + directory.readUInt16LE(from + 30) + directory.readUInt16LE(from + 32);
  }
  return entries;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END) return at;
  }
  throw damaged();
}

/**
 * The unpacked bytes of one file, piece by piece. What the archive says about sizes is not believed: reading stops at `maxBytes`,
 * so that a small archive cannot become an endless file.
 */
export async function* readEntry(source: ByteSource, entry: ZipEntry, maxBytes: number): AsyncGenerator<Buffer> {
  const header = await source.read(entry.headerAt, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw damaged();
  const from = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (from + entry.packedBytes > source.size) throw damaged();
  const packed = slices(source, from, entry.packedBytes);
  let bytes = 0;
  for await (const chunk of unpack(packed, entry.method)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw badWorkbook("The workbook is too large once it is unpacked. Save the sheet as CSV and split it.");
    yield chunk;
    await setImmediate(); // several chunks can be ready at once: other work comes in between
  }
}

async function* slices(source: ByteSource, from: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += SLICE_BYTES) yield await source.read(from + at, Math.min(SLICE_BYTES, length - at));
}

async function* unpack(packed: AsyncGenerator<Buffer>, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) return yield* inChunks(packed);
  if (method !== DEFLATED) throw damaged();
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const input = Readable.from(packed, { objectMode: false });
  // A failed read of the source must end the loop below, too.
  input.on("error", (error) => inflate.destroy(error));
  input.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    throw isZlibError(error) ? damaged() : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}

/** As small as those that are unpacked: the reader lets other work run between two of them. */
async function* inChunks(slice: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of slice) for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

const isZlibError = (error: unknown) => error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

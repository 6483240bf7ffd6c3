import { statement, type Tx } from "../../kernel/database.ts";

export const CHUNK_BYTES = 262_144;
const TOGETHER = 4;

const WRITE = statement("files_write_chunk", "insert into file_chunks (company_id, file_id, n, bytes) values ($1, $2, $3, $4)");
/**
 * What is read of a chunk as one row. The driver reads 64 KiB at a time from PostgreSQL, and makes larger and larger buffers until a whole row
 * is there; bytes come as twice as many letters. So 1 GiB goes down at 141 MB/s, and at 97 with a row for each chunk (test:faults, large-files).
 */
const SLICE_BYTES = 16_384;
const READ = statement(
  "files_read_slices",
  `select substr(c.bytes, slice.at + 1, ${SLICE_BYTES}) as bytes
   from file_chunks c cross join generate_series(0, ${CHUNK_BYTES - SLICE_BYTES}, ${SLICE_BYTES}) as slice (at)
   where c.company_id = $1 and c.file_id = $2 and c.n between $3 and $4 and slice.at < length(c.bytes) order by c.n, slice.at`,
);

/** Writes bytes that begin at a whole chunk, number `first`. */
export async function writeChunks(tx: Tx, companyId: string, fileId: string, first: number, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += TOGETHER * CHUNK_BYTES) {
    const starts = Array.from({ length: TOGETHER }, (_, at) => from + at * CHUNK_BYTES).filter((start) => start < bytes.length);
    // Statements that are asked for together wait for one answer, not for one each.
    const write = (start: number) =>
      tx.query(WRITE, [companyId, fileId, first + start / CHUNK_BYTES, bytes.subarray(start, start + CHUNK_BYTES)]);
    await Promise.all(starts.map(write));
  }
}

// The bytes of all of them travel as one value and are cut apart here: an array of them would be sent as text, at twice its size.
const WRITE_MANY = statement(
  "files_write_chunks",
  `insert into file_chunks (company_id, file_id, n, bytes)
   select $1, c.file_id, c.n, substr($3::bytea, c.at, c.length)
   from jsonb_to_recordset($2::jsonb) as c (file_id uuid, n int, at int, length int)`,
);

interface Chunk {
  fileId: string;
  n: number;
  bytes: Uint8Array;
}

/** Writes whole files: small ones together, a megabyte at a time. */
export async function writeFiles(tx: Tx, companyId: string, files: { id: string; content: Uint8Array }[]): Promise<void> {
  let part: Chunk[] = [];
  let size = 0;
  const flush = async () => {
    const [full, all] = [part, Buffer.concat(part.map(({ bytes }) => bytes))];
    [part, size] = [[], 0];
    let at = 1; // PostgreSQL counts from one
    const rows = full.map(({ fileId, n, bytes: { length } }) => {
      const row = { file_id: fileId, n, at, length };
      at += length;
      return row;
    });
    if (rows.length > 0) await tx.query(WRITE_MANY, [companyId, JSON.stringify(rows), all]);
  };
  for (const { id, content } of files)
    for (let from = 0; from < content.length; from += CHUNK_BYTES) {
      const bytes = content.subarray(from, from + CHUNK_BYTES);
      if (size + bytes.length > TOGETHER * CHUNK_BYTES) await flush();
      part.push({ fileId: id, n: from / CHUNK_BYTES, bytes });
      size += bytes.length;
    }
  await flush();
}

/** The bytes from `from` up to and without `to`. Whoever reads a large file asks for a part at a time. */
export const readBytes = async (tx: Tx, companyId: string, fileId: string, from: number, to: number): Promise<Buffer> =>
  Buffer.concat(await readSlices(tx, companyId, fileId, from, to));

/** The same in slices, which makes no second copy of them. */
export async function readSlices(tx: Tx, companyId: string, fileId: string, from: number, to: number): Promise<Buffer[]> {
  if (to <= from) return [];
  const first = Math.floor(from / CHUNK_BYTES);
  const rows = await tx.query<{ bytes: Buffer }>(READ, [companyId, fileId, first, Math.floor((to - 1) / CHUNK_BYTES)]);
  let start = first * CHUNK_BYTES;
  return rows.flatMap(({ bytes }) => {
    const [skipped, end] = [Math.max(0, from - start), to - start];
    start += bytes.length;
    return skipped < bytes.length && end > 0 ? bytes.subarray(skipped, end) : [];
  });
}

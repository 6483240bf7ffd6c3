import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Tx } from "../../kernel/database.ts";
import { unavailable } from "../../kernel/errors.ts";
import { newId } from "../random.ts";
import { writeChunks } from "./chunks.ts";

/** Hashed at one go: longer would hold the event loop. */
const HASHED_AT_ONCE = 4_194_304;
const TRIES = 3;
/** Chunks: 32 MiB, which takes a fraction of a second. */
const REMOVED_AT_ONCE = 128;
const REMOVE_CHUNKS = `
  delete from file_chunks where company_id = $1 and file_id = $2 and n in (
    select n from file_chunks where company_id = $1 and file_id = $2 order by n limit $3) returning n`;

export interface StoredFile {
  id: string;
  sha256: Buffer;
  size: number;
}

/**
 * Keeps bytes, once per content and company. What is stored needs a use (`useFile`) in the same transaction, or it is removed. Of several
 * files in one transaction, `storeFiles` takes all: two transactions that take the same ones in another order would wait for each other.
 */
export async function storeFile(tx: Tx, companyId: string, content: Buffer, createdBy?: string): Promise<StoredFile> {
  const sha256 = await hashOf(content);
  return storeHashed(tx, companyId, { sha256, content }, createdBy);
}

/** As `storeFile`, for many; the answers are in the order of the contents. */
export async function storeFiles(tx: Tx, companyId: string, contents: Buffer[], createdBy?: string): Promise<StoredFile[]> {
  const hashed = [];
  for (const [at, content] of contents.entries()) hashed.push({ at, content, sha256: await hashOf(content) });
  const stored = new Map<number, StoredFile>();
  for (const one of hashed.toSorted((left, right) => left.sha256.compare(right.sha256)))
    stored.set(one.at, await storeHashed(tx, companyId, one, createdBy));
  return contents.flatMap((_, at) => stored.get(at) ?? []);
}

async function storeHashed(
  tx: Tx,
  companyId: string,
  { sha256, content }: { sha256: Buffer; content: Buffer },
  createdBy: string | undefined,
): Promise<StoredFile> {
  const { id, isNew } = await claimContent(tx, companyId, sha256, content.length, createdBy);
  if (isNew) await writeChunks(tx, companyId, id, 0, content);
  return { id, sha256, size: content.length };
}

/** The file with this content: one that is there, kept from being removed until the transaction ends, or a new one without bytes yet. */
async function claimContent(tx: Tx, companyId: string, sha256: Buffer, size: number, createdBy: string | undefined) {
  for (let tries = 0; tries < TRIES; tries++) {
    const id = newId();
    const inserted = await tx.query(
      `insert into files (company_id, id, sha256, size, created_by) values ($1, $2, $3, $4, $5)
       on conflict (company_id, sha256) do nothing returning id`,
      [companyId, id, sha256, size, createdBy ?? null],
    );
    if (inserted.length > 0) return { id, isNew: true };
    const [known] = await tx.query<{ id: string }>("select id from files where company_id = $1 and sha256 = $2 for key share", [
      companyId,
      sha256,
    ]);
    if (known) return { id: known.id, isNew: false };
    // It was removed between the two statements.
  }
  throw unavailable("busy", "The file is being removed at this moment. Try again.");
}

/** A file whose bytes come in several transactions. Until it is finished nobody can use it. */
export async function startUpload(tx: Tx, companyId: string, createdBy: string): Promise<string> {
  const id = newId();
  await tx.query("insert into files (company_id, id, created_by) values ($1, $2, $3)", [companyId, id, createdBy]);
  return id;
}

/** All bytes are here. The answer has another id than the upload: that of the file with this content. */
export async function finishUpload(tx: Tx, companyId: string, uploadId: string, sha256: Buffer, size: number, createdBy: string) {
  const { id, isNew } = await claimContent(tx, companyId, sha256, size, createdBy);
  if (isNew) await tx.query("update file_chunks set file_id = $3 where company_id = $1 and file_id = $2", [companyId, uploadId, id]);
  await dropUpload(tx, companyId, uploadId);
  return { id, sha256, size };
}

/**
 * All bytes of a large upload are here: they become the file where they are. Where there is one with this content already, it is the answer,
 * and the bytes are to be removed (`removePiece`).
 */
export async function promoteUpload(tx: Tx, companyId: string, uploadId: string, sha256: Buffer, size: number, createdBy: string) {
  const [row] = await tx.query<{ id: string | null }>("select finish_upload($1, $2, $3, $4) as id", [companyId, uploadId, sha256, size]);
  if (row?.id) return { id: row.id, isNew: true };
  const known = await claimContent(tx, companyId, sha256, size, createdBy);
  // Removed since then: its bytes are gone, and those of the upload are still its own.
  if (known.isNew) throw unavailable("busy", "The file is being removed at this moment. Try again.");
  return known;
}

/** Removes a few of the bytes of an upload that nobody goes on with, and at last the upload. Answers whether there are more. */
export async function removePiece(tx: Tx, companyId: string, uploadId: string): Promise<boolean> {
  const removed = await tx.query(REMOVE_CHUNKS, [companyId, uploadId, REMOVED_AT_ONCE]);
  if (removed.length === REMOVED_AT_ONCE) return true;
  await dropUpload(tx, companyId, uploadId);
  return false;
}

export async function dropUpload(tx: Tx, companyId: string, uploadId: string): Promise<void> {
  await tx.query("delete from files where company_id = $1 and id = $2 and sha256 is null", [companyId, uploadId]);
}

async function hashOf(content: Buffer): Promise<Buffer> {
  const hash = createHash("sha256");
  for (let at = 0; at < content.length; at += HASHED_AT_ONCE) {
    if (at > 0) await setImmediate();
    hash.update(content.subarray(at, at + HASHED_AT_ONCE));
  }
  return hash.digest();
}

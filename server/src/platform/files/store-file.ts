import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { statement, type Tx } from "../../kernel/database.ts";
import { unavailable } from "../../kernel/errors.ts";
import { newId, newIds } from "../random.ts";
import { writeFiles } from "./chunks.ts";

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
  const hashed = { sha256: await hashOf(content), content, size: content.length };
  return (await storeHashed(tx, companyId, [hashed], createdBy))(hashed);
}

/** As `storeFile`, for many; the answers are in the order of the contents. */
export async function storeFiles(tx: Tx, companyId: string, contents: Buffer[], createdBy?: string): Promise<StoredFile[]> {
  const hashed: Hashed[] = [];
  for (const content of contents) hashed.push({ sha256: await hashOf(content), content, size: content.length });
  return hashed.map(await storeHashed(tx, companyId, hashed, createdBy));
}

interface Hash {
  sha256: Buffer;
  size: number;
}

interface Hashed extends Hash {
  content: Buffer;
}

async function storeHashed(tx: Tx, companyId: string, contents: Hashed[], createdBy: string | undefined) {
  const once = [...new Map(contents.map((one) => [nameOf(one), one])).values()];
  const fileOf = await claimContents(tx, companyId, once, createdBy);
  const fresh = once.flatMap((one) => (fileOf(one).isNew ? [{ id: fileOf(one).id, content: one.content }] : []));
  await writeFiles(tx, companyId, fresh);
  return (one: Hashed): StoredFile => ({ id: fileOf(one).id, sha256: one.sha256, size: one.size });
}

const nameOf = ({ sha256 }: Pick<Hash, "sha256">) => sha256.toString("hex");

interface Claimed {
  id: string;
  isNew: boolean;
}

interface HashedRow {
  id: string;
  sha256: Buffer;
}

// In the order of their hashes: two transactions that bring the same files wait for each other in one direction only.
const CLAIM = statement(
  "files.claim",
  `insert into files (company_id, id, sha256, size, created_by)
   select $1, n.id, n.sha256, n.size, $5::uuid from unnest($2::uuid[], $3::bytea[], $4::bigint[]) as n (id, sha256, size) order by n.sha256
   on conflict (company_id, sha256) do nothing returning id, sha256`,
);
const KNOWN = statement(
  "files.known",
  "select id, sha256 from files where company_id = $1 and sha256 = any($2::bytea[]) order by sha256 for key share",
);

/**
 * The files with these contents: those that are there, kept from being removed until the transaction ends, and new ones without bytes yet.
 * One statement, or two where some are there, however many they are.
 */
async function claimContents(tx: Tx, companyId: string, contents: Hash[], createdBy: string | undefined): Promise<(one: Hash) => Claimed> {
  const claimed = new Map<string, Claimed>();
  const note = (rows: HashedRow[], isNew: boolean) => {
    for (const row of rows) claimed.set(nameOf(row), { id: row.id, isNew });
  };
  const open = () => contents.filter((one) => !claimed.has(nameOf(one)));
  // What is open after both statements was removed between them.
  for (let tries = 0; tries < TRIES && open().length > 0; tries++) {
    const wanted = open();
    const [hashes, sizes] = [wanted.map((one) => one.sha256), wanted.map((one) => one.size)];
    note(await tx.query<HashedRow>(CLAIM, [companyId, newIds(wanted.length), hashes, sizes, createdBy ?? null]), true);
    const known = open().map((one) => one.sha256);
    if (known.length > 0) note(await tx.query<HashedRow>(KNOWN, [companyId, known]), false);
  }
  return (one) => {
    const file = claimed.get(nameOf(one));
    if (!file) throw unavailable("busy", "The file is being removed at this moment. Try again.");
    return file;
  };
}

/** A file whose bytes come in several transactions. Until it is finished nobody can use it. */
export async function startUpload(tx: Tx, companyId: string, createdBy: string): Promise<string> {
  const id = newId();
  await tx.query("insert into files (company_id, id, created_by) values ($1, $2, $3)", [companyId, id, createdBy]);
  return id;
}

/** All bytes are here. The answer has another id than the upload: that of the file with this content. */
export async function finishUpload(tx: Tx, companyId: string, uploadId: string, sha256: Buffer, size: number, createdBy: string) {
  const content = { sha256, size };
  const { id, isNew } = (await claimContents(tx, companyId, [content], createdBy))(content);
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
  const content = { sha256, size };
  const known = (await claimContents(tx, companyId, [content], createdBy))(content);
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

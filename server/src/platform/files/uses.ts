import { statement, type Tx } from "../../kernel/database.ts";
import { notFound } from "../../kernel/errors.ts";
import { cleanContentId, cleanName, cleanType } from "./clean-name.ts";

/** One place that shows a file. `usedBy` is its id as it is shown outside: `msg_…`. */
export interface FileUse {
  fileId: string;
  usedBy: string;
  position: number;
  name: string;
  type: string;
  contentId: string | null;
}

export interface KnownUse extends FileUse {
  size: number;
  sha256: Buffer;
  createdAt: Date;
}

const MAX_PLACES = 500;

const SELECT = `
  select u.file_id as "fileId", u.used_by as "usedBy", u.position, u.name, u.type, u.content_id as "contentId", f.size::float8 as size, f.sha256,
    u.created_at as "createdAt"
  from file_uses u join files f on f.company_id = u.company_id and f.id = u.file_id`;

const USE = statement(
  "files.use",
  `insert into file_uses (company_id, file_id, used_by, position, name, type, content_id)
   select f.company_id, f.id, u.used_by, u.position, u.name, u.type, u.content_id
   from jsonb_to_recordset($2::jsonb) as u (file_id uuid, used_by text, position int, name text, type text, content_id text)
   join files f on f.company_id = $1 and f.id = u.file_id and f.sha256 is not null
   on conflict (company_id, used_by, position, file_id)
   do update set name = excluded.name, type = excluded.type, created_at = excluded.created_at
   returning file_id`,
);

/** Shows files, each at a place of its own. Names and types from outside are made safe here, so no caller has to. */
export async function useFiles(tx: Tx, companyId: string, uses: FileUse[]): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map((use) => ({
    file_id: use.fileId,
    used_by: use.usedBy,
    position: use.position,
    name: cleanName(use.name),
    type: cleanType(use.type),
    content_id: cleanContentId(use.contentId),
  }));
  const used = await tx.query(USE, [companyId, JSON.stringify(rows)]);
  if (used.length < uses.length) throw notFound("File");
}

export const useFile = (tx: Tx, companyId: string, use: FileUse) => useFiles(tx, companyId, [use]);

/** A thing that showed files is gone, or shows others. What nothing shows any more is removed by housekeeping. */
export async function dropUses(tx: Tx, companyId: string, usedBy: string): Promise<void> {
  await tx.query("delete from file_uses where company_id = $1 and used_by = $2", [companyId, usedBy]);
}

/** What each of these things shows, in order. */
export async function usesOf(tx: Tx, companyId: string, usedByIds: readonly string[]): Promise<Map<string, KnownUse[]>> {
  if (usedByIds.length === 0) return new Map();
  const rows = await tx.query<KnownUse>(`${SELECT} where u.company_id = $1 and u.used_by = any($2) order by u.used_by, u.position`, [
    companyId,
    usedByIds,
  ]);
  return Map.groupBy(rows, ({ usedBy }) => usedBy);
}

/** Places that show a file: the one that is asked for, or the latest. A logo can be in a hundred thousand messages. */
export async function placesOf(tx: Tx, companyId: string, fileId: string, usedBy: string | undefined): Promise<KnownUse[]> {
  return tx.query<KnownUse>(
    `${SELECT} where u.company_id = $1 and u.file_id = $2 and ($3::text is null or u.used_by = $3) order by u.created_at desc, u.used_by limit $4`,
    [companyId, fileId, usedBy ?? null, MAX_PLACES],
  );
}

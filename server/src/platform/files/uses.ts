import type { Tx } from "../../kernel/database.ts";
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

/** Shows a file at a place. Names and types from outside are made safe here, so no caller has to. */
export async function useFile(tx: Tx, companyId: string, use: FileUse): Promise<void> {
  const rows = await tx.query(
    `insert into file_uses (company_id, file_id, used_by, position, name, type, content_id)
     select company_id, id, $3, $4, $5, $6, $7 from files where company_id = $1 and id = $2 and sha256 is not null
     on conflict (company_id, used_by, position, file_id)
     do update set name = excluded.name, type = excluded.type, created_at = excluded.created_at
     returning file_id`,
    [companyId, use.fileId, use.usedBy, use.position, cleanName(use.name), cleanType(use.type), cleanContentId(use.contentId)],
  );
  if (rows.length === 0) throw notFound("File");
}

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

import type { Member } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import { notFound } from "../../kernel/errors.ts";
import { placesOf, type KnownUse } from "../../platform/files/uses.ts";
import { memberId } from "../members/operations.ts";

/** Of the things with one prefix that show a file: those that this member may see. The feature that owns the prefix says so. */
type FileRule = (tx: Tx, member: Member, usedBy: string[]) => Promise<ReadonlySet<string>>;

/** The rules by prefix, such as `msg`. What has no rule shows its files to nobody. */
export type FileRules = Readonly<Record<string, FileRule>>;

/** The uploader sees what they uploaded, for a day, unless something else shows it to them. */
const ownUploads: FileRule = async (_tx, { userId }, usedBy) => new Set(usedBy.filter((one) => one === memberId.encode(userId)));

/** The file as this member sees it, at the latest place that shows it to them. A file that they may not see does not exist. */
export async function findFile(tx: Tx, member: Member, rules: FileRules, id: string, of?: string): Promise<KnownUse> {
  const places = await placesOf(tx, member.companyId, id, of);
  const byPrefix = Map.groupBy(places, ({ usedBy }) => usedBy.slice(0, usedBy.indexOf("_")));
  const seen = new Set<string>();
  for (const [prefix, uses] of byPrefix) {
    const rule = prefix === "usr" ? ownUploads : rules[prefix];
    const visible = await rule?.(
      tx,
      member,
      uses.map(({ usedBy }) => usedBy),
    );
    for (const one of visible ?? []) seen.add(one);
  }
  const use = places.find(({ usedBy }) => seen.has(usedBy));
  if (!use) throw notFound("File");
  return use;
}

import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import { dropUses, useFile } from "../../../platform/files/uses.ts";
import { findFile, type FileRules } from "../../files/index.ts";
import { messageId } from "../ids.ts";
import { setFileCount } from "./store.ts";

// A mail is a third larger than its files, and servers take 25 MiB of it.
const MAX_BYTES = 18 * 1024 * 1024;

export interface FileNeeds {
  fileRules: FileRules;
}

/** Shows files in a message, in place of those it had. One that the writer may not see does not exist. */
export async function attachFiles({ fileRules }: FileNeeds, { tx, actor }: Call<Member>, id: string, fileIds: string[]): Promise<void> {
  const usedBy = messageId.encode(id);
  const files = [];
  for (const fileId of new Set(fileIds)) files.push(await findFile(tx, actor, fileRules, fileId));
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw invalid([{ pointer: "/files", message: "The files are larger than 18 MiB together. Most mail servers take no more." }]);
  await dropUses(tx, actor.companyId, usedBy);
  for (const [position, { fileId, name, type }] of files.entries())
    await useFile(tx, actor.companyId, { fileId, usedBy, position, name, type, contentId: null });
  await setFileCount(tx, actor.companyId, id, files.length);
}

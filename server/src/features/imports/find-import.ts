import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import type * as store from "./store.ts";

/** Your own import, or as an Admin any import of the company. `read` finds it, or locks it, too. */
export async function findOwn({ actor, tx }: Call<Member>, id: string, read: typeof store.find): Promise<store.ImportRow> {
  const file = await read(tx, actor.companyId, id);
  if (!file || (file.created_by.id !== actor.userId && actor.role !== "admin")) throw notFound("Import");
  return file;
}

/** The same, once its file can be read. */
export async function findUploaded(call: Call<Member>, id: string, read: typeof store.find): Promise<store.ImportRow> {
  const file = await findOwn(call, id, read);
  if (file.state === "uploading") throw conflict("not_uploaded", "Parts of the file are still missing.");
  if (file.state === "reading") throw conflict("not_read", "The file is still being read.");
  return file;
}

/** Nothing was imported of it yet, so its sheet and its plan can still change. */
export const isFresh = ({ state, started_at: startedAt }: store.ImportRow) =>
  ["ready", "checking", "checked", "failed"].includes(state) && !startedAt;

import type { Member } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/database.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { mayChange } from "./access.ts";
import { isShown } from "./show-channel.ts";
import * as store from "./store.ts";

// What is read before a call uses the network: the call's own transaction would stay open meanwhile.

export interface ReadAhead {
  row: store.ChannelRow;
  sealed: store.SealedRow | undefined;
}

/** A channel whose health the caller is shown. */
export async function readShown(database: Database, actor: Member, id: string): Promise<ReadAhead> {
  let found: ReadAhead | undefined;
  await database.write(actor.companyId, async (tx) => {
    const row = await store.find(tx, actor.companyId, id);
    if (row && isShown(row, actor)) found = { row, sealed: await store.findSealed(tx, actor.companyId, id) };
  });
  if (!found) throw notFound("Channel");
  return found;
}

export async function readToChange(database: Database, actor: Member, id: string): Promise<ReadAhead> {
  const found = await readShown(database, actor, id);
  if (!mayChange(found.row, actor)) throw forbidden("admin_only", "Only its owner, or for a shared channel an Admin, can change it.");
  return found;
}

import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { noteReached, noteTrouble, type Trouble } from "./health.ts";
import { noteSendingTrouble, noteSendingWell } from "./sending-health.ts";
import * as store from "./store.ts";

/** What a try told. Of a mailbox, each server by itself; everything else is `incoming`. */
export interface TriedNow {
  incoming?: Trouble;
  outgoing?: Trouble;
  lines?: string[];
  /** Where a token was renewed: what to keep from now on. */
  renewed?: Buffer;
}

/** Writes down what came of it, unless the channel was changed meanwhile. `version` is that of the channel that was tried. */
export async function keepOutcome(call: Call<Member>, id: string, version: number, tried: TriedNow): Promise<void> {
  const { tx, actor } = call;
  const row = await store.lock(tx, actor.companyId, id);
  if (!row) throw notFound("Channel");
  if (row.version !== version) throw conflict("changed_meanwhile", "Somebody changed this channel meanwhile. Try again.");
  const { incoming, outgoing, lines, renewed } = tried;
  if (renewed) await store.keepCredentials(tx, actor.companyId, id, renewed);
  if (incoming) await noteTrouble(call, actor.companyId, row, incoming, lines);
  else await noteReached(call, actor.companyId, row, lines);
  // One password for both servers: what both refuse is told once.
  if (outgoing && outgoing.cause !== incoming?.cause) await noteSendingTrouble(call, actor.companyId, row, outgoing);
  else if (!incoming) await noteSendingWell(call, actor.companyId, row);
}

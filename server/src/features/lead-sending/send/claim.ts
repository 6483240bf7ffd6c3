import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { lockWithLinks, saveRecords } from "../../records/index.ts";
import * as store from "./hop-store.ts";
import { DIED, plainOutcome } from "./outcome.ts";
import { prepare, type Decided, type HopToSend, type PrepareNeeds } from "./prepare.ts";
import { settleHops } from "./settle.ts";

export const USUAL_ROOM = 10;

interface Wanted {
  lease: string;
  most: number;
  room: Record<string, number>;
}

/**
 * Takes deliveries of one company that are due: they are written down as being sent before the first byte leaves, so a worker that dies
 * is noticed. What a worker that died was sending is `unknown` from now on.
 */
export async function claimHops(needs: PrepareNeeds, call: Call<System>, wanted: Wanted): Promise<HopToSend[]> {
  const { tx, actor, clock } = call;
  const dead = await store.lockDead(tx, actor.companyId, wanted.lease);
  const died = () => plainOutcome("unknown", "The service stopped while it was sending", clock.now(), DIED);
  await settleHops(
    call,
    dead.map((row) => ({ row, outcome: died() })),
  );
  const rows = await store.claimDue(tx, actor.companyId, { ...wanted, usualRoom: USUAL_ROOM, now: clock.now() });
  const { toSend, decided } = await prepare(needs, call, rows);
  // In this order: deciding locks before records do.
  await settleHops(call, decided);
  await giveToTeammates(needs, call, decided);
  return toSend;
}

/** A teammate needs no request: the lead is theirs in this transaction. */
async function giveToTeammates({ schemas }: PrepareNeeds, call: Call<System>, decided: Decided[]): Promise<void> {
  const owners = new Map(decided.flatMap(({ row, ownerId }) => (ownerId && row.lead_id ? [[row.lead_id, ownerId] as const] : [])));
  if (owners.size === 0) return;
  const schema = await schemas.of(call);
  const type = schema.byKey.get("lead");
  if (!type) return;
  const leads = await lockWithLinks(call, schema, [...owners.keys()]);
  await saveRecords(
    call,
    schema,
    type,
    [...leads.values()].map((old, at) => ({ old, given: {}, kept: { owner: owners.get(old.row.id) }, pointer: `/${at}` })),
  );
}

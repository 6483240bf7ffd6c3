import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, forbidden, invalid, notFound } from "../../kernel/errors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { mayChange } from "./access.ts";
import { connectAgain, findDeleted } from "./connect-again.ts";
import { channelCreated, channelUpdated } from "./events.ts";
import type { create, update } from "./operations.ts";
import { noteReached } from "./health.ts";
import { withMailboxNumber } from "./mailbox-number.ts";
import { noteSendingWell } from "./sending-health.ts";
import { isShown } from "./show-channel.ts";
import * as store from "./store.ts";
import { channelsQuota } from "./quotas.ts";

export interface SaveNeeds {
  quotas: Quotas;
}

type Given = Omit<z.output<(typeof create)["input"]>, "kind"> & { kind: store.ChannelRow["kind"] };
type Changed = Omit<z.output<(typeof update)["input"]>, "id">;

/** What a kind adds to a new channel. `seal` is given the channel's id, without which it opens nowhere. */
export interface NewOwn {
  settings: store.Settings;
  seal(id: string): Buffer | null;
  /** Of the session in which it was tried just now. */
  lines?: string[];
}

/** What a kind changes of a channel. */
export interface Own {
  id: string;
  settings: store.Settings;
  credentials: Buffer | null;
  /** Of the session in which it was tried just now. */
  lines?: string[];
  /** Of the channel as it was when it was tried. */
  version?: number;
}

export async function saveNew({ quotas }: SaveNeeds, call: Call<Member>, given: Given, own: NewOwn): Promise<string> {
  const { tx, actor, clock } = call;
  await checkMembers(call, given.access, given.members);
  await quotas.take(call, channelsQuota);
  const { kind, name, address = null, access, history_days: historyDays } = given;
  const ownerId = access === "private" ? actor.userId : null;
  const { settings } = own;
  const deleted = await findDeleted(tx, actor.companyId, { kind, address, ownerId, settings });
  const id = deleted ?? newId();
  const row = { id, kind, name, address, access, ownerId, historyDays, settings, credentials: own.seal(id) };
  const save = deleted === undefined ? store.insert : connectAgain;
  if (!(await save(tx, actor.companyId, row, actor.userId, clock.now())))
    throw conflict("channel_exists", "Your company has a channel with this address already. Change that one, or delete it first.");
  await store.setMembers(tx, actor.companyId, id, given.members);
  await call.emit(channelCreated, { subjectId: id, data: { name: given.name } });
  if (own.lines)
    await noteReached(call, actor.companyId, { id, name: given.name, state: "ok", since: clock.now(), failures: 0 }, own.lines);
  return id;
}

/** Members bring their own mailbox; what others see is an Admin's choice. */
export function refuseByRole({ role }: Member, { kind, access }: Pick<Given, "kind" | "access">): void {
  if (role !== "admin" && (kind !== "email" || access !== "private"))
    throw forbidden("admin_only", "Only an Admin can add a channel that others see. You can add your own mailbox as a private channel.");
  if (kind === "api" && access === "private")
    throw invalid([{ pointer: "/access", message: "An API channel cannot be private. Choose everyone, or chosen with its members." }]);
}

/** `own`: other settings or credentials, which were tried. */
export async function saveChanges(call: Call<Member>, id: string, changed: Changed, own?: Own): Promise<void> {
  const { tx, actor, clock } = call;
  const row = await lockToChange(call, id);
  if (own?.version !== undefined && own.version !== row.version)
    throw conflict("changed_meanwhile", "Somebody changed this channel meanwhile. Read it again, then change it.");
  const access = changed.access ?? row.access;
  if (row.access === "private" && access !== "private")
    throw invalid([{ pointer: "/access", message: "A private channel stays private. Share single conversations instead." }]);
  const members = changed.members ?? (access === "chosen" ? row.member_ids : []);
  await checkMembers(call, access, members);
  const sealed = await store.findSealed(tx, actor.companyId, id);
  await store.update(
    tx,
    actor.companyId,
    id,
    {
      name: changed.name ?? row.name,
      access,
      settings: own ? withMailboxNumber(row.settings, own.settings) : row.settings,
      history_days: changed.history_days ?? row.history_days,
      credentials: own ? own.credentials : (sealed?.credentials ?? null),
    },
    clock.now(),
  );
  await store.setMembers(tx, actor.companyId, id, members);
  await call.emit(channelUpdated, { subjectId: id, data: { name: changed.name ?? row.name } });
  if (!own?.lines) return;
  await noteReached(call, actor.companyId, row, own.lines);
  await noteSendingWell(call, actor.companyId, row);
}

/** The channel, locked, for somebody who may change it. */
async function lockToChange(call: Call<Member>, id: string): Promise<store.ChannelRow> {
  const row = await store.lock(call.tx, call.actor.companyId, id);
  if (!row || !isShown(row, call.actor)) throw notFound("Channel");
  if (mayChange(row, call.actor)) return row;
  throw row.access === "private"
    ? forbidden("owner_only", "Only its owner can change a private channel. You can pause or delete it.")
    : forbidden("admin_only", "Only an Admin can change this channel. Ask an Admin of your company.");
}

/** An id of nobody here is 404, as everywhere. */
async function checkMembers({ tx, actor }: Call<Member>, access: store.ChannelRow["access"], members: string[]): Promise<void> {
  const wanted = [...new Set(members)];
  if (wanted.length > 0 && (await store.countMembers(tx, actor.companyId, wanted)) < wanted.length) throw notFound("Member");
  if (access === "chosen" && wanted.length === 0)
    throw invalid([{ pointer: "/members", message: "Choose at least one member who sees it." }]);
  if (access !== "chosen" && wanted.length > 0)
    throw invalid([{ pointer: "/members", message: "Members are chosen only for the access chosen." }]);
}

import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { forbidden, invalid, notFound } from "../../kernel/errors.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { mayStop } from "./access.ts";
import { tryChanged, tryNew, tryStored, type MailboxNeeds } from "./email/save-mailbox.ts";
import { channelDeleted, channelUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { presentChannels } from "./present.ts";
import { readShown, type ReadAhead } from "./read-ahead.ts";
import { refuseByRole, saveChanges, saveNew, type NewOwn, type Own, type SaveNeeds } from "./save-channel.ts";
import { findShown, isShown, showChannel } from "./show-channel.ts";
import * as store from "./store.ts";
import { keepOutcome } from "./try-now.ts";
import { tryChangedNumber, tryStoredNumber, type NumberNeeds } from "./whatsapp/save-number.ts";

export interface ChannelNeeds extends SaveNeeds, MailboxNeeds, NumberNeeds {
  cursors: Cursors;
}

export function channelHandlers({ cursors, ...needs }: ChannelNeeds) {
  return handle(operations, {
    async list(call, page) {
      const { tx, actor } = call;
      const who = { userId: actor.userId, isAdmin: actor.role === "admin" };
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, who, before, rows);
      const found = await readPage(cursors, actor.companyId, "channels", page, read, (row) => row.id);
      return { ...found, items: await presentChannels(call, found.items) };
    },

    get: (call, { id }) => showChannel(call, id),

    create: prepared(
      async ({ actor }, given) => {
        refuseByRole(actor, given);
        return given.kind === "email" ? tryNew(needs, actor, given) : withoutMailbox(given);
      },
      async (call, given, own) => showChannel(call, await saveNew(needs, call, given, own)),
    ),

    update: prepared(
      async ({ actor }, { id, ...changed }) => tryFirst(needs, actor, id, changed),
      async (call, { id, ...changed }, own) => {
        await saveChanges(call, id, changed, own);
        return showChannel(call, id);
      },
    ),

    tryNow: prepared(
      async ({ actor }, { id }) => {
        const found = await readShown(needs.database, actor, id);
        return { version: found.row.version, tried: await tryAsStored(needs, actor, found) };
      },
      async (call, { id }, { version, tried }) => {
        if (tried) await keepOutcome(call, id, version, tried);
        return showChannel(call, id);
      },
    ),

    async setState(call, { id, state }) {
      const row = await lockToStop(call, id);
      if ((row.state === "paused") !== (state === "paused")) {
        await store.setPaused(call.tx, call.actor.companyId, [id], state === "paused", call.clock.now());
        await call.emit(channelUpdated, { subjectId: id, data: { name: row.name } });
      }
      return showChannel(call, id);
    },

    async remove(call, { id }) {
      const row = await lockToStop(call, id);
      await store.remove(call.tx, call.actor.companyId, id, call.clock.now());
      await call.emit(channelDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },

    async session(call, { id }) {
      await findShown(call, id);
      return { lines: await store.findLines(call.tx, call.actor.companyId, id) };
    },
  });
}

type TryNeeds = MailboxNeeds & NumberNeeds;
type Changed = Omit<z.output<(typeof operations.update)["input"]>, "id">;

/** What signs in is tried before it is saved. */
function tryFirst(needs: TryNeeds, actor: Member, id: string, changed: Changed): Promise<Own> | undefined {
  if (changed.token !== undefined || changed.app_secret !== undefined) return tryChangedNumber(needs, actor, id, changed);
  return changed.email !== undefined || changed.password !== undefined ? tryChanged(needs, actor, id, changed) : undefined;
}

const TRIES = { email: tryStored, whatsapp: tryStoredNumber, api: undefined };
const tryAsStored = (needs: TryNeeds, actor: Member, found: ReadAhead) => TRIES[found.row.kind]?.(needs, actor, found);

/** An API channel signs in to nothing. */
function withoutMailbox(given: z.output<(typeof operations.create)["input"]>): NewOwn {
  const wrong = (["address", "email", "password"] as const).find((key) => given[key] !== undefined);
  if (wrong) throw invalid([{ pointer: `/${wrong}`, message: "Only a mailbox has this." }]);
  return { settings: {}, seal: () => null };
}

async function lockToStop({ tx, actor }: Call<Member>, id: string): Promise<store.ChannelRow> {
  const row = await store.lock(tx, actor.companyId, id);
  if (!row || !isShown(row, actor)) throw notFound("Channel");
  if (!mayStop(row, actor)) throw forbidden("admin_only", "Only an Admin can do this. Ask an Admin of your company.");
  return row;
}

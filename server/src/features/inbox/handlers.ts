import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { findRecords, mergedInto } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { checkRecords, contactFor } from "./change/contact.ts";
import { unassignPart } from "./change/follow-members.ts";
import { mergeInto, splitOff } from "./change/merge.ts";
import { writeNote } from "./change/notes.ts";
import { undoOperation } from "./change/undo.ts";
import { changeConversations, checkGiven, checkVersion, type Given } from "./change/update.ts";
import * as conversations from "./conversation-store.ts";
import { noteUndone } from "../events/index.ts";
import { conversationUpdated } from "./events.ts";
import * as messages from "./message-store.ts";
import { noteContact } from "./note-contact.ts";
import * as operations from "./operations.ts";
import { otherConversations } from "./other-conversations.ts";
import { address, presentConversation, presentConversations, presentMessages } from "./present.ts";
import { countConversations } from "./query/counts.ts";
import { listConversations } from "./query/list.ts";
import { placeFor } from "./query/place.ts";
import { readConversationFilter } from "./query/read-filter.ts";
import { searchConversations } from "./query/search.ts";
import { checkPicture } from "./remote-picture.ts";
import { whomToAnswer } from "./send/compose.ts";
import { freeTextUntil } from "./send/whatsapp-rules.ts";
import { findConversation, lockConversation, lockConversations, sightOf, type Sight } from "./sight.ts";
import { readBriefly } from "./read-briefly.ts";
import { goalOf } from "./work/clocks.ts";

export interface Needs {
  cursors: Cursors;
  schemas: Schemas;
}

export function conversationHandlers({ cursors, schemas }: Needs) {
  const answer = async (call: Call<Member>, id: string) => ({
    conversation: await presentConversation(call, id),
    operation_id: call.operationId,
  });

  async function changeOne(call: Call<Member>, sight: Sight, id: string, given: Given) {
    await changeConversations(call, [await lockConversation(call, sight, id)], given);
    return answer(call, id);
  }

  return handle(operations, {
    async list(call, { filter: given = "", sort, ...page }) {
      const { companyId, userId } = call.actor;
      const sight = await sightOf(call);
      const filter = await readConversationFilter(call, schemas, sight, given);
      const { words } = filter;
      const list = ["conversations", userId, given, ...(sort === "due" ? [] : [sort])].join("\n");
      const found =
        words === undefined
          ? await readPage(
              cursors,
              companyId,
              list,
              page,
              (after, rows) => listConversations(call, sight, { ...filter, sort }, after, rows),
              ({ id, place }) => `${place} ${id}`,
            )
          : await readPage(
              cursors,
              companyId,
              list,
              page,
              (after, rows) => searchConversations(call, sight, { ...filter, words }, after, rows),
              ({ id, at }) => placeFor(id, at),
            );
      const ids = found.items.map(({ id }) => id);
      return { items: await presentConversations(call, ids), next_cursor: found.next_cursor };
    },

    counts: async (call) => countConversations(call, await sightOf(call)),

    async get(call, { id }) {
      const sight = await sightOf(call);
      const row = await findConversation(call, sight, id);
      const shown = await presentConversation(call, row.id);
      return {
        ...shown,
        records: await conversations.recordsOf(call.tx, call.actor.companyId, row.id),
        may_share: sight.ids.includes(row.channel_id),
        answer_to: (await whomToAnswer(call.tx, call.actor.companyId, row.id)).map(address),
        goal_minutes: row.due_at === null ? null : await goalOf(call, row.id),
        free_text_until: shown.channel.kind === "whatsapp" ? await freeTextUntil(call, row) : null,
      };
    },

    async messages(call, { id, ...page }) {
      const { tx, actor } = call;
      const sight = await sightOf(call);
      const row = await findConversation(call, sight, id);
      const wanted = { conversation: row.id, channels: sight.ids, isShared: row.is_shared };
      const read = (before: string | undefined, rows: number) => messages.listOf(tx, actor.companyId, wanted, before, rows);
      const found = await readPage(cursors, actor.companyId, `messages\n${row.id}`, page, read, messages.placeOf);
      return { ...found, items: await presentMessages(call, found.items) };
    },

    async listOthers(call, { id, limit }) {
      const sight = await sightOf(call);
      return otherConversations(call, sight, await findConversation(call, sight, id), limit);
    },

    async recordMessages(call, { id, type: _type, ...page }) {
      const { tx, actor } = call;
      const [record] = await findRecords(tx, actor.companyId, [id]);
      if (!record) throw notFound("Record");
      const sight = await sightOf(call);
      const ids = [id, ...(await mergedInto(tx, actor.companyId, id)).map((row) => row.id)];
      const read = (before: string | undefined, rows: number) => messages.listOfRecord(tx, actor.companyId, ids, sight.ids, before, rows);
      const found = await readPage(cursors, actor.companyId, `record messages\n${id}`, page, read, messages.placeOf);
      return { ...found, items: await presentMessages(call, found.items) };
    },

    async read(call, { id, before, limit }) {
      const sight = await sightOf(call);
      const row = await findConversation(call, sight, id);
      return readBriefly(call, sight, row, before, limit);
    },

    async update(call, { id, if_version: version, ...given }) {
      const sight = await sightOf(call);
      const row = await lockConversation(call, sight, id);
      checkVersion(row, version);
      await checkGiven(call, sight, [row], given);
      await changeConversations(call, [row], given);
      return answer(call, id);
    },

    async updateMany(call, { ids, ...given }) {
      const sight = await sightOf(call);
      const rows = [...(await lockConversations(call, sight, ids)).values()];
      await checkGiven(call, sight, rows, given);
      return { changed: await changeConversations(call, rows, given), operation_id: call.operationId };
    },

    async markRead(call, { id, message }) {
      const { tx, actor, clock } = call;
      const row = await findConversation(call, await sightOf(call), id);
      const seen = message === null ? undefined : await messages.find(tx, actor.companyId, message);
      if (message !== null && seen?.conversation_id !== row.id) throw notFound("Message");
      await conversations.markRead(tx, actor.companyId, actor.userId, row.id, message, clock.now());
      return {};
    },

    async addNote(call, note) {
      const [shown] = await presentMessages(call, [await writeNote(call, await sightOf(call), note)]);
      if (!shown) throw notFound("Message");
      return shown;
    },

    async merge(call, { id, into }) {
      await mergeInto(call, await sightOf(call), id, into);
      return answer(call, into);
    },

    split: async (call, { id, messages: wanted }) => answer(call, await splitOff(call, await sightOf(call), id, wanted)),

    async undo(call, { operation_id }) {
      const changed = await undoOperation(call, await sightOf(call), operation_id);
      await noteUndone(call, operation_id);
      return { changed, operation_id: call.operationId };
    },

    async setContact(call, { id, ...wanted }) {
      const sight = await sightOf(call);
      const { from } = await presentConversation(call, (await findConversation(call, sight, id)).id);
      const changed = await changeOne(call, sight, id, { contact: await contactFor(call, schemas, from, wanted) });
      await noteContact(call, { conversations: [id] });
      return changed;
    },

    async setRecords(call, { id, records }) {
      const { tx, actor } = call;
      const row = await lockConversation(call, await sightOf(call), id);
      await checkRecords(call, await schemas.of(call), records);
      await conversations.setRecords(tx, actor.companyId, id, records);
      await call.emit(conversationUpdated, { subjectId: id, data: { channel: row.channel_id, is_shared: row.is_shared } });
      return answer(call, id);
    },

    async checkPicture(call, { message, url }) {
      await checkPicture(call, message, url);
      return {};
    },

    async wakeSnoozed(call, { most }) {
      const rows = await conversations.lockDue(call.tx, call.actor.companyId, call.clock.now(), most);
      return { woken: await changeConversations(call, rows, { state: "open" }) };
    },

    async unassignDisabled(call, { member }) {
      await unassignPart(call, member);
      return {};
    },
  });
}

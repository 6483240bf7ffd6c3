import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { after } from "../../../kernel/clock.ts";
import { notFound } from "../../../kernel/errors.ts";
import { handle } from "../../../kernel/handle.ts";
import type { FileRules } from "../../files/index.ts";
import { conversationOverdue, inboxClockChanged } from "../events.ts";
import { findConversation, sightOf } from "../sight.ts";
import * as operations from "../work-operations.ts";
import * as clocks from "./clock-store.ts";
import { keepDraft, readDraft } from "./drafts.ts";
import * as presence from "./presence.ts";
import { replyTimesOf } from "./reply-times.ts";
import * as signatures from "./signatures.ts";

/** What a company has that never said anything: nothing is due. */
const NO_POLICY = { is_on: false, first_minutes: 240, next_minutes: 480 };

export interface WorkNeeds {
  fileRules: FileRules;
}

export function workHandlers({ fileRules }: WorkNeeds) {
  const listSignatures = async ({ tx, actor }: Call<Member>) => ({ items: await signatures.list(tx, actor.companyId, actor.userId) });

  return handle(operations, {
    getDraft: async (call, { id }) => ({ draft: await readDraft(call, id) }),

    saveDraft: async (call, { id, ...written }) => ({ draft: await keepDraft(call, fileRules, id, written) }),

    listSignatures,

    async saveSignature(call, given) {
      const { tx, actor, clock } = call;
      const { ids } = await sightOf(call);
      if (given.channel !== null && !ids.includes(given.channel)) throw notFound("Channel");
      await signatures.save(tx, actor.companyId, actor.userId, given, clock.now());
      return listSignatures(call);
    },

    getClockPolicy: async ({ tx, actor }) => (await clocks.policy(tx, actor.companyId)) ?? NO_POLICY,

    async saveClockPolicy(call, given) {
      const { tx, actor, clock } = call;
      await clocks.savePolicy(tx, actor.companyId, given, actor.userId, clock.now());
      await call.emit(inboxClockChanged, { subjectId: actor.companyId, data: { name: actor.company.name, ...given } });
      return given;
    },

    replyTimes: async (call) => replyTimesOf(call, await sightOf(call)),

    async attend(call, { id, doing }) {
      const { tx, actor, clock } = call;
      const row = await findConversation(call, await sightOf(call), id);
      await presence.attend(tx, actor.companyId, row.id, actor.userId, doing, after(clock, presence.PRESENT_MS));
      return { others: await presence.others(tx, actor.companyId, row.id, actor.userId, clock.now()) };
    },

    async announceOverdue(call, { most }) {
      const { tx, actor, clock } = call;
      const rows = await clocks.lockOverdue(tx, actor.companyId, clock.now(), most);
      await clocks.markOverdue(
        tx,
        actor.companyId,
        rows.map(({ id }) => id),
      );
      await call.emitAll(
        conversationOverdue,
        rows.map(({ id, channel_id, is_shared }) => ({ subjectId: id, data: { channel: channel_id, is_shared } })),
      );
      return { announced: rows.length };
    },
  });
}

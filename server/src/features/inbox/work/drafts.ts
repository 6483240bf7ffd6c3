import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Tx } from "../../../kernel/database.ts";
import { notFound } from "../../../kernel/errors.ts";
import { dropUses, useFile, usesOf } from "../../../platform/files/uses.ts";
import { id as idOf } from "../../../platform/ids.ts";
import { newId } from "../../../platform/random.ts";
import { findFile, type FileRules } from "../../files/index.ts";
import * as messages from "../message-store.ts";
import { findConversation, sightOf } from "../sight.ts";
import * as store from "./draft-store.ts";

const draftId = idOf("drf", "draft");

export interface Written extends store.DraftContent {
  seen: string | null;
  files: string[];
}

export async function readDraft(call: Call<Member>, conversation: string) {
  const { id } = await findConversation(call, await sightOf(call), conversation);
  const row = await store.find(call.tx, call.actor.companyId, call.actor.userId, id);
  return row ? present(call, row) : null;
}

/** Keeps what somebody has begun to write, with its files: they stay for as long as the draft does. */
export async function keepDraft(call: Call<Member>, fileRules: FileRules, conversation: string, { seen, files, ...content }: Written) {
  const { tx, actor, clock } = call;
  const { id: conversationId } = await findConversation(call, await sightOf(call), conversation);
  if (seen !== null && (await messages.find(tx, actor.companyId, seen))?.conversation_id !== conversationId) throw notFound("Message");
  if (Object.values(content).every((text) => text.trim() === "") && files.length === 0) {
    await store.remove(tx, actor.companyId, actor.userId, conversationId);
    return null;
  }
  const shown = [];
  for (const fileId of new Set(files)) shown.push(await findFile(tx, actor, fileRules, fileId));
  const draft = { id: newId(), userId: actor.userId, conversationId, content, seen_message_id: seen, updated_at: clock.now() };
  const row = await store.save(tx, actor.companyId, draft);
  if (!row) throw new Error("a draft that was saved is there");
  const usedBy = draftId.encode(row.id);
  await dropUses(tx, actor.companyId, usedBy);
  for (const [position, { fileId, name, type }] of shown.entries())
    await useFile(tx, actor.companyId, { fileId, usedBy, position, name, type, contentId: null });
  return present(call, row);
}

async function present({ tx, actor }: Call<Member>, { id, content, seen_message_id: seen, updated_at }: store.DraftRow) {
  const usedBy = draftId.encode(id);
  const files = (await usesOf(tx, actor.companyId, [usedBy])).get(usedBy) ?? [];
  return { ...content, seen, updated_at, files: files.map(({ fileId, name, type, size }) => ({ id: fileId, name, type, size })) };
}

/** The files of a draft are seen by whoever writes it. */
export async function draftsSeenBy(tx: Tx, { companyId, userId }: Member, usedBy: string[]): Promise<ReadonlySet<string>> {
  const own = await store.ownedBy(
    tx,
    companyId,
    userId,
    usedBy.map((one) => draftId.decode(one)),
  );
  return new Set(own.map((one) => draftId.encode(one)));
}

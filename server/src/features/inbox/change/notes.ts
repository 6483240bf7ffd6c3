import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../platform/random.ts";
import { messageNoted } from "../events.ts";
import { addNote, find, type MessageRow } from "../message-store.ts";
import { lockConversation, type Sight } from "../sight.ts";
import { checkSees } from "./update.ts";

interface Note {
  id: string;
  text: string;
  mentions: string[];
}

/** A note is a message that never leaves. It does not change who waits for whom. */
export async function writeNote(call: Call<Member>, sight: Sight, { id, text, mentions }: Note): Promise<MessageRow> {
  const { tx, actor, clock } = call;
  const row = await lockConversation(call, sight, id);
  await checkSees(call, [row], mentions, "/mentions");
  const note = {
    id: newId(),
    conversationId: id,
    channelId: row.channel_id,
    userId: actor.userId,
    keyId: actor.proof.kind === "key" ? actor.proof.keyId : null,
    text,
    mentions: [...new Set(mentions)],
    at: clock.now(),
  };
  await addNote(tx, actor.companyId, note);
  const data = { channel: row.channel_id, is_shared: row.is_shared, conversation: id, mentions: note.mentions };
  await call.emit(messageNoted, { subjectId: note.id, data });
  const written = await find(tx, actor.companyId, note.id);
  if (!written) throw notFound("Message");
  return written;
}

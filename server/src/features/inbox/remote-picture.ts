import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement } from "../../kernel/database.ts";
import { notFound } from "../../kernel/errors.ts";
import { sightOf } from "./sight.ts";

const HTML_OF = statement(
  "inbox.html_of_message",
  `select m.html from messages m join conversations c on c.company_id = $1 and c.id = m.conversation_id
   where m.company_id = $1 and m.id = $2 and (m.channel_id = any($3::uuid[]) or c.is_shared)`,
);

/** Only a picture that stands in a message which the caller sees: otherwise anybody could make this service ask for anything. */
export async function checkPicture(call: Call<Member>, message: string, url: string): Promise<void> {
  const { ids } = await sightOf(call);
  const [row] = await call.tx.query<{ html: string | null }>(HTML_OF, [call.actor.companyId, message, ids]);
  if (!row?.html?.includes(`data-src="${escaped(url)}"`)) throw notFound("Picture");
}

/** As the cleaned HTML of a message has it. */
const escaped = (url: string) => url.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });
const part = z.enum(["sending"]).optional().describe("sending: only that is meant; left out: the channel as a whole");

// A private channel is nobody else's business: Admins know of it, because they answer for its health.
export const channelCreated = defineEvent({
  type: "channel.created",
  subject: "chn",
  summary: "A channel was added.",
  audience: "involved",
  label: "Channel added",
  sentence: verbAndSubject("added the channel "),
  data: named,
});
export const channelUpdated = defineEvent({
  type: "channel.updated",
  subject: "chn",
  summary: "A channel was changed, paused or turned on.",
  audience: "involved",
  label: "Channel changed",
  sentence: verbAndSubject("changed the channel "),
  data: named,
});
export const channelDeleted = defineEvent({
  type: "channel.deleted",
  subject: "chn",
  summary: "A channel was deleted. Its conversations are kept.",
  audience: "involved",
  label: "Channel deleted",
  sentence: verbAndSubject("deleted the channel "),
  data: named,
});
export const channelFailing = defineEvent({
  type: "channel.failing",
  subject: "chn",
  summary: "A channel stopped working. What waits on the other side is not lost.",
  audience: "involved",
  label: "Channel failing",
  sentence: ({ subject, data: { remedy, part: of } }) => [
    "The channel ",
    subject,
    ` ${of === "sending" ? "cannot send" : "does not work"}. ${remedy ?? ""}`.trimEnd(),
  ],
  isImpersonal: true,
  data: named.extend({
    cause: z.string().describe("Such as password, token, tls or unreachable"),
    remedy: z.string().describe("What to do about it"),
    part,
  }),
});
export const channelRecovered = defineEvent({
  type: "channel.recovered",
  subject: "chn",
  summary: "A channel works again.",
  audience: "involved",
  label: "Channel works again",
  sentence: ({ subject, data: { part: of } }) => ["The channel ", subject, of === "sending" ? " can send again" : " works again"],
  isImpersonal: true,
  data: named.extend({ part }),
});

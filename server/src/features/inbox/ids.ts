import { id } from "../../platform/ids.ts";

export const conversationId = id("cnv", "conversation");
export const messageId = id("msg", "message");

import type { Message, WholeConversation } from "./read.ts";

/** The newest message of a conversation, without notes: an answer says that its writer has read it. */
export interface Newest {
  id: string;
  /** Undefined: it stands above what is loaded, because so many notes came after it. */
  message: Message | undefined;
}

/** Undefined: there is none, or it came in a moment ago and is not on the page yet. */
export function newestOf(
  { last_message: id, last_at: at }: Pick<WholeConversation, "last_message" | "last_at">,
  loaded: Message[] | undefined,
): Newest | undefined {
  const message = loaded?.find((one) => one.id === id);
  const [oldest] = loaded ?? [];
  const isAbove = !message && oldest !== undefined && at < oldest.at;
  return id !== null && (message || isAbove) ? { id, message } : undefined;
}

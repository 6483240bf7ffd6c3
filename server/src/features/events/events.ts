/** What the service announces by itself, whichever feature was asked. */
export { accessRefused } from "../../kernel/event.ts";
export type { EventType, SentencePart } from "../../kernel/event.ts";

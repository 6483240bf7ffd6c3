import type { Arrival, Incoming } from "./arrival.ts";
import type { Placed } from "./conversation.ts";
import type { Chosen } from "./threads.ts";

export type TakenMessage = Arrival & { content: Incoming };

/** A message with its conversation. */
export interface Taken extends Placed {
  itemId: string;
  chosen: Chosen;
  /** Its sender had not taken part in the conversation. */
  isNewcomer: boolean;
}

import type { Cursors } from "../../platform/cursors.ts";
import { conversationHandlers, type Needs } from "./handlers.ts";
import { consentHandlers } from "./send/consent-handlers.ts";
import { sendHandlers } from "./send/handlers.ts";
import { outboundHandlers } from "./send/outbound-handlers.ts";
import { sendWorkerHandlers } from "./send/worker-handlers.ts";
import type { WriteNeeds } from "./send/write.ts";
import { takeHandlers, type TakeNeeds } from "./take/handlers.ts";
import { workHandlers, type WorkNeeds } from "./work/handlers.ts";

export type AllNeeds = Needs & WorkNeeds & WriteNeeds & TakeNeeds & { cursors: Cursors };

/** Every handler of the feature. Loaded with the first call of one of its operations. */
export const allHandlers = (needs: AllNeeds) => [
  ...conversationHandlers(needs),
  ...workHandlers(needs),
  ...sendHandlers(needs),
  ...outboundHandlers(),
  ...consentHandlers(needs),
  ...sendWorkerHandlers(),
  ...takeHandlers(needs),
];

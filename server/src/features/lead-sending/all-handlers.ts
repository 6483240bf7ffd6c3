import type { Cursors } from "../../platform/cursors.ts";
import { clockHandlers } from "./clock/clock-handlers.ts";
import { codeHandlers } from "./code-handlers.ts";
import { deliveryHandlers } from "./delivery-handlers.ts";
import { destinationHandlers, type DestinationNeeds } from "./destination-handlers.ts";
import { explainHandlers } from "./explain/handlers.ts";
import { hoursHandlers } from "./hours/handlers.ts";
import { rulesHandlers, type RulesNeeds } from "./rules/handlers.ts";
import { sendingHandlers, type SendingHandlerNeeds } from "./sending-handlers.ts";

export type Needs = RulesNeeds & DestinationNeeds & SendingHandlerNeeds & { cursors: Cursors };

/** Every handler of the feature. Loaded with the first call of one of its operations. */
export const allHandlers = (needs: Needs) => [
  ...rulesHandlers(needs),
  ...explainHandlers(needs),
  ...hoursHandlers(needs),
  ...destinationHandlers(needs),
  ...deliveryHandlers(needs),
  ...sendingHandlers(needs),
  ...codeHandlers(needs),
  ...clockHandlers(needs),
];

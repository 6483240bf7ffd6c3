import { intakeHandlers } from "./intake-handlers.ts";
import { spamHandlers } from "./spam/spam-handlers.ts";
import { sourceHandlers, type SourceNeeds } from "./source-handlers.ts";
import { submissionHandlers } from "./submission-handlers.ts";
import { optInHandlers, type OptInNeeds } from "./opt-in/handlers.ts";
import { receiveHandlers } from "./receive.ts";
import { takeHandlers, type TakeNeeds } from "./take/handlers.ts";
import { touchHandlers } from "./touches.ts";

export type Needs = SourceNeeds & TakeNeeds & OptInNeeds;

export const leadHandlers = (needs: Needs) => [
  ...sourceHandlers(needs),
  ...submissionHandlers(needs),
  ...intakeHandlers(),
  ...spamHandlers(),
  ...takeHandlers(needs),
  ...touchHandlers(needs),
  ...receiveHandlers(needs),
  ...optInHandlers(needs),
];

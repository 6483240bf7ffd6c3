import { defineFeature, type Working } from "../../kernel/feature.ts";
import { react } from "../../kernel/subscription.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { recordUpdated } from "../records/events.ts";
import { convertHandlers } from "./convert/convert-handlers.ts";
import { followUndo } from "./convert/follow-undo.ts";
import * as convertOperations from "./convert-operations.ts";
import * as events from "./events.ts";
import { leadHandlers, type Needs } from "./handlers.ts";
import * as intakeOperations from "./intake-operations.ts";
import * as operations from "./operations.ts";
import { optInJobs } from "./opt-in/jobs.ts";
import * as optInOperations from "./opt-in/operations.ts";
import * as receiveOperations from "./receive-operations.ts";
import * as spamOperations from "./spam-operations.ts";
import * as submissionOperations from "./submission-operations.ts";
import * as takeOperations from "./take/operations.ts";
import { startTaking, type TakingNeeds } from "./take/start-taking.ts";
import * as touchOperations from "./touch-operations.ts";
import * as quotas from "./quotas.ts";

/**
 * Website leads: forms, and what visitors send with them. A submission is written down before it is answered, and a worker makes a lead
 * of it: whatever goes wrong there, what the visitor wrote is still here.
 */
export const feature = defineFeature({
  // Object.assign() of more than four answers any, and the web application would know no operation at all.
  operations: Object.assign(
    {},
    Object.assign({}, operations, submissionOperations, spamOperations),
    Object.assign({}, intakeOperations, takeOperations, touchOperations),
    Object.assign({}, receiveOperations, optInOperations, convertOperations),
  ),
  events,
  pages: [
    "/lead-sending/sources",
    "/lead-sending/sources/new",
    "/lead-sending/sources/{source}",
    "/lead-sending/spam",
    "/lead-sending/submissions/{submission}",
  ],
  quotas: Object.values(quotas),
  handlers: (needs: Needs) => [...leadHandlers(needs), ...convertHandlers(needs)],
  jobs: optInJobs,
  workers: (needs: Omit<TakingNeeds, keyof Working>, working) => [startTaking({ ...needs, ...working })],
  reactions: [react({ to: recordUpdated, run: followUndo })],
  housekeeping: [
    removeRows("leads.old_held", "lead_submissions", "state = 'held' and state_at < now() - interval '90 days'"),
    removeRows("leads.old_dropped", "lead_submissions", "state = 'dropped' and state_at < now() - interval '30 days'"),
    removeRows("leads.old_days", "lead_source_days", "day < current_date - 400"),
  ],
});

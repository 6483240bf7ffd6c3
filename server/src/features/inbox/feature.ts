import { defineFeature } from "../../kernel/feature.ts";
import { handleLater } from "../../kernel/handle.ts";
import { react } from "../../kernel/subscription.ts";
import { channelRecovered } from "../channels/events.ts";
import { memberUpdated } from "../members/events.ts";
import { recordMerged } from "../records/events.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import type { AllNeeds } from "./all-handlers.ts";
import { unassignAfterDisabling, unassignOpened } from "./change/follow-members.ts";
import * as events from "./events.ts";
import { conversationOpened, messageDelivered, messageReceived, messageSent } from "./events.ts";
import { followMerge } from "./follow-records.ts";
import { inboxJobs } from "./jobs.ts";
import { noteSent } from "./note-contact.ts";
import * as conversationOperations from "./operations.ts";
import { inboxServices } from "./provided.ts";
import { releaseWaiting } from "./send/release.ts";
import { sendHousekeeping, sendOperations } from "./send/part.ts";
import * as takeOperations from "./take/operations.ts";
import { startClocks } from "./work/clocks.ts";
import * as workOperations from "./work-operations.ts";
import { inboxWorkers } from "./workers.ts";

const operations = Object.assign({}, conversationOperations, workOperations, Object.assign({}, sendOperations, takeOperations));

/**
 * The inbox: conversations with people outside, through channels. Who sees a channel sees its conversations; to everybody else they do not
 * exist, in lists, search, timelines, events and tools.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: (needs: AllNeeds) => handleLater(operations, async () => (await import("./all-handlers.ts")).allHandlers(needs)),
  provides: inboxServices,
  jobs: inboxJobs,
  workers: inboxWorkers,
  reactions: [
    react({ to: recordMerged, run: followMerge }),
    react({ to: memberUpdated, run: unassignAfterDisabling }),
    react({ to: conversationOpened, run: unassignOpened }),
    react({ to: messageReceived, run: startClocks }),
    react({ to: messageSent, run: noteSent }),
    // A program may report at once that a message arrived.
    react({ to: messageDelivered, run: noteSent }),
    react({ to: channelRecovered, run: releaseWaiting }),
  ],
  housekeeping: [
    ...sendHousekeeping,
    removeRows("inbox.old_drafts", "message_drafts", "updated_at < now() - interval '90 days'"),
    removeRows("inbox.gone", "presence", "until < now()"),
  ],
  pages: ["/inbox", "/inbox/{conversation}", "/profile/signatures", "/company/answer-times"],
});

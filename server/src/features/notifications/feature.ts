import { defineFeature, type Working } from "../../kernel/feature.ts";
import { subscribe } from "../../kernel/subscription.ts";
import type { OwnerNeeds } from "../../platform/due-work/needs.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { exportFinished } from "../exports/events.ts";
import { importFinished } from "../imports/events.ts";
import { conversationAssigned, messageNoted, messageReceived } from "../inbox/events.ts";
import { keyRowsUnusual } from "../keys/events.ts";
import { noteAdded, noteUpdated, recordCreated, recordUpdated } from "../records/events.ts";
import * as events from "./events.ts";
import { allHandlers } from "./handlers.ts";
import { mailJobs } from "./mail/jobs.ts";
import * as mailOperations from "./mail/operations.ts";
import { watchDigests } from "./mail/watch-digests.ts";
import * as ownOperations from "./operations.ts";
import { watchDueTasks } from "./watch-due-tasks.ts";

const operations = Object.assign({}, ownOperations, mailOperations);

/**
 * Notifications: what happened to what is mine, made from the event log. A row holds ids; its words are made when it is read, and only for
 * what the reader may see by then.
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: allHandlers,
  jobs: mailJobs,
  subscriptions: [
    subscribe({
      name: "notifications.onEvents",
      to: [
        recordCreated,
        recordUpdated,
        noteAdded,
        noteUpdated,
        conversationAssigned,
        messageNoted,
        messageReceived,
        importFinished,
        exportFinished,
        keyRowsUnusual,
      ],
      handle: ownOperations.onEvents,
    }),
  ],
  workers: (needs: Omit<OwnerNeeds, keyof Working>, working) => [
    watchDueTasks({ ...needs, ...working }),
    watchDigests({ ...needs, ...working }),
  ],
  housekeeping: [
    removeRows("notifications.read", "notifications", "read_at < now() - interval '90 days'"),
    removeRows("notifications.left", "notifications", "at < now() - interval '180 days'"),
    removeRows("notifications.old_mails", "notification_mails", "made_at < now() - interval '90 days'"),
  ],
  pages: ["/notifications", "/profile/notifications"],
});

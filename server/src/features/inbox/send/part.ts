import { removeRows } from "../../../platform/housekeeping.ts";
import * as consentOperations from "./consent-operations.ts";
import * as operations from "./operations.ts";
import * as outboundOperations from "./outbound-operations.ts";
import * as workerOperations from "./worker-operations.ts";

// What sending adds to the manifest of the inbox.

export const sendOperations = Object.assign({}, Object.assign({}, operations, outboundOperations), consentOperations, workerOperations);

export const sendHousekeeping = [
  removeRows("inbox.old_unsubscribe_links", "unsubscribe_links", "created_at < now() - interval '2 years'"),
  removeRows("inbox.old_auto_reply_counts", "auto_reply_counts", "day < current_date - 2"),
];

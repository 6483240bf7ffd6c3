import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { filesSeen } from "./attachments/attachments.ts";
import * as events from "./events.ts";
import { recordHandlers } from "./handlers.ts";
import { recordJobs } from "./query/own-indexes.ts";
import * as operations from "./operations.ts";

/**
 * Records: one implementation for contacts, organizations, deals, leads, tasks and every type a company makes. A record is one row;
 * each change writes its event in the same transaction, so its timeline, undo and the change feed come from one place.
 */
export const feature = defineFeature({
  operations,
  events,
  provides: () => ({ fileRules: { att: filesSeen } }),
  handlers: recordHandlers,
  jobs: recordJobs,
  pages: ["/records", "/records/{type}", "/records/{type}/{id}", "/records/{type}/trash", "/profile/changes", "/docs/filter-syntax"],
  housekeeping: [
    // Empties the trash. Links, identifiers, notes, activities and files go with their record, and so do the records that were merged into it.
    removeRows("records.trash", "records", "deleted_at < now() - interval '30 days' and merged_into is null"),
    removeRows("records.removed_files", "record_files", "deleted_at < now() - interval '30 days'"),
  ],
});

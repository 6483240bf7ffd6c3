import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
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
  handlers: recordHandlers,
  jobs: recordJobs,
  pages: ["/records", "/records/{type}", "/records/{type}/{id}", "/records/{type}/trash", "/docs/filter-syntax"],
  // Empties the trash. Links, identifiers, notes and activities go with their record.
  housekeeping: [removeRows("records.trash", "records", "deleted_at < now() - interval '30 days'")],
});

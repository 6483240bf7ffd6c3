import { cutChanges } from "../../kernel/cut-text.ts";
import type { EventType } from "../../kernel/event.ts";
import { showId } from "../../kernel/ids.ts";
import { handle } from "../../kernel/operation.ts";
import type { Cursors } from "../../kernel/page.ts";
import { createAudience } from "./audience.ts";
import * as operations from "./operations.ts";
import { readSince } from "./read-since.ts";
import * as store from "./store.ts";

export function eventHandlers({ cursors, eventTypes }: { cursors: Cursors; eventTypes: EventType[] }) {
  const audience = createAudience(eventTypes);
  return handle(operations, {
    async list({ actor, tx, request }, { limit, cursor, ...wanted }) {
      const before = cursor ? cursors.open(actor.companyId, operations.list.name, cursor) : undefined;
      const rows = await store.list(tx, actor.companyId, { ...wanted, before, limit: limit + 1 });
      const last = rows[limit - 1];
      return {
        items: rows.slice(0, limit).map((row) => present(request.surface === "mcp" ? brief(row) : row)),
        next_cursor: rows.length > limit && last ? cursors.seal(actor.companyId, operations.list.name, last.id) : null,
      };
    },

    since: (call, span) => readSince(audience, call, span),
  });
}

const TEXT_MOST = 300;

/** A model has no room for the long texts of a page of events; a record's timeline has more of them. */
const brief = (row: store.ListedEvent): store.ListedEvent => ({ ...row, changes: row.changes && cutChanges(row.changes, TEXT_MOST) });

function present({ subject_type, subject_id, subject_name, ...event }: store.ListedEvent) {
  return { ...event, subject: { type: subject_type, id: showId(subject_type, subject_id), name: subject_name } };
}

import { bytesIn } from "../../platform/bytes-in.ts";
import { cutChanges } from "../../platform/cut-text.ts";
import type { EventType } from "../../kernel/event.ts";
import { showId } from "../../platform/ids.ts";
import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { channelsInLog } from "../channels/index.ts";
import { createAudience } from "./audience.ts";
import * as operations from "./operations.ts";
import { readSince } from "./read-since.ts";
import * as store from "./store.ts";

export function eventHandlers({ cursors, eventTypes }: { cursors: Cursors; eventTypes: EventType[] }) {
  const audience = createAudience(eventTypes);
  return handle(operations, {
    async list({ actor, tx, request }, { limit, cursor, ...wanted }) {
      const channels = await channelsInLog(tx, actor.companyId, actor);
      const read = (before: string | undefined, rows: number) =>
        store.list(tx, actor.companyId, { ...wanted, before, limit: rows, channels });
      const page = await readPage(cursors, actor.companyId, operations.list.name, { limit, cursor }, read, (row) => row.id, bytesOf);
      return { ...page, items: page.items.map((row) => present(request.surface === "mcp" ? brief(row) : row)) };
    },

    since: (call, span) => readSince(audience, call, span),
  });
}

const bytesOf = ({ changes }: store.ListedEvent) => bytesIn(changes ?? {});

const MAX_TEXT = 300;

/** Long texts are cut: a page of events must fit into a model's context. A record's timeline shows more of them. */
const brief = (row: store.ListedEvent): store.ListedEvent => ({ ...row, changes: row.changes && cutChanges(row.changes, MAX_TEXT) });

function present({ subject_type, subject_id, subject_name, ...event }: store.ListedEvent) {
  return { ...event, subject: { type: subject_type, id: showId(subject_type, subject_id), name: subject_name } };
}

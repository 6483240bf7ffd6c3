import { handle } from "../../kernel/handle.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { showId } from "../../platform/ids.ts";
import type { CompanySchema, Schemas } from "../types/index.ts";
import { mailHandlers, type MailNeeds } from "./mail/handlers.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { tell, notificationsFor } from "./tell.ts";
import { areOfTasks, followDueTimes, tellDue } from "./tell-due.ts";
import { nameOf, textOf } from "./words.ts";

type Needs = { cursors: Cursors; schemas: Schemas } & MailNeeds;

/** Every handler of the feature. */
export const allHandlers = (needs: Needs) => [...notificationHandlers(needs), ...mailHandlers(needs)];

function notificationHandlers({ cursors, schemas, sendsMail }: Needs) {
  return handle(operations, {
    async list(call, { is_unread: isUnread, ...wanted }) {
      const { tx, actor } = call;
      const schema = await schemas.of(call);
      const read = (after: string | undefined, rows: number) =>
        store.list(tx, actor.companyId, actor.userId, isUnread ?? false, placeIn(after), rows);
      const name = `${operations.list.name}\n${actor.userId}\n${isUnread ? "unread" : "all"}`;
      const page = await readPage(cursors, actor.companyId, name, wanted, read, ({ at, id }) => `${at.toISOString()} ${id}`);
      return { ...page, items: page.items.map((row) => present(schema, row)) };
    },

    async count({ tx, actor }) {
      return { unread: await store.countUnread(tx, actor.companyId, actor.userId, operations.MOST_COUNTED) };
    },

    async markRead({ tx, actor, clock }, { ids, is_read: isRead }) {
      return { changed: await store.mark(tx, actor.companyId, actor.userId, ids, isRead ? clock.now() : null) };
    },

    async onEvents(call, { events }) {
      const notifications = await notificationsFor(call, events);
      if (areOfTasks(events)) await followDueTimes(call, await schemas.of(call), events);
      await tell(call, notifications, sendsMail);
      return {};
    },

    async tellDue(call) {
      return { is_done: await tellDue(call, await schemas.of(call), sendsMail) };
    },
  });
}

function placeIn(after: string | undefined): store.Place | undefined {
  const [at, id] = after?.split(" ") ?? [];
  return at && id ? { at, id } : undefined;
}

const present = (schema: CompanySchema, row: store.ShownRow) => ({
  id: row.id,
  kind: row.kind,
  text: textOf(schema, row),
  name: nameOf(row),
  count: row.count,
  actor: row.actor,
  subject: { id: showId(row.subject_type, row.subject_id), type: schema.byId.get(row.type_id ?? "")?.key ?? row.type_key },
  at: row.at,
  is_read: row.read_at !== null,
});

import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { readPage, type Cursors } from "../../platform/cursors.ts";
import { greetingSent } from "./events.ts";
import { deliverGreeting } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

export function greetingHandlers({ cursors }: { cursors: Cursors }) {
  return handle(operations, {
    async send({ actor, tx, clock, emit, enqueue }, { name }) {
      const row = { id: newId(), name, is_delivered: false, is_counted: false, created_at: clock.now() };
      await store.insert(tx, actor.companyId, row);
      await emit(greetingSent, { subjectId: row.id, data: { name } });
      await enqueue(deliverGreeting, { company: actor.companyId, greeting: row.id });
      return row;
    },

    async list({ actor, tx }, wanted) {
      const read = (before: string | undefined, rows: number) => store.list(tx, actor.companyId, before, rows);
      return readPage(cursors, actor.companyId, operations.list.name, wanted, read, (row) => row.id);
    },

    async deliver({ actor, tx }, { id }) {
      await store.markDelivered(tx, actor.companyId, id);
      return {};
    },

    async countSent({ actor, tx }, { events }) {
      await store.markCounted(
        tx,
        actor.companyId,
        events.map((event) => event.subject_id),
      );
      return {};
    },
  });
}

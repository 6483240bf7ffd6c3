import { notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { digest, newToken } from "../../platform/random.ts";
import { actAs } from "../members/index.ts";
import type { Schemas } from "../types/index.ts";
import { calendarFeedCreated, calendarFeedDeleted } from "./events.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";
import { dueTasks } from "./tasks.ts";

export function calendarFeedHandlers({ schemas, cursors, baseUrl }: { schemas: Schemas; cursors: Cursors; baseUrl: string }) {
  return handle(operations, {
    async get({ tx, actor }) {
      return { feed: (await store.find(tx, actor.companyId, actor.userId)) ?? null };
    },

    async create({ tx, actor, clock, emit }) {
      const token = newToken();
      await store.replace(tx, actor.companyId, actor.userId, digest(token), clock.now());
      await emit(calendarFeedCreated, { subjectId: actor.userId, data: {} });
      return { link: `${baseUrl}/calendar/${token}.ics` };
    },

    async remove({ tx, actor, emit }) {
      if (!(await store.remove(tx, actor.companyId, actor.userId))) throw notFound("Calendar address");
      await emit(calendarFeedDeleted, { subjectId: actor.userId, data: {} });
      return {};
    },

    async read(call, { user_id: userId }) {
      const acting = await actAs(call, userId);
      return { company: acting.actor.company.name, entries: await dueTasks(acting, await schemas.of(acting), cursors, baseUrl) };
    },

    async touch({ tx, actor, clock }, { user_id: userId }) {
      await store.touch(tx, actor.companyId, userId, clock.now());
      return {};
    },
  });
}

import { after, MINUTE_MS } from "../../kernel/clock.ts";
import { handle } from "../../kernel/handle.ts";
import { notFound } from "../../kernel/errors.ts";
import { readSchema } from "../types/index.ts";
import { leadHeld } from "./events.ts";
import * as operations from "./intake-operations.ts";
import { writeDown } from "./intake/store.ts";
import * as sources from "./source-store.ts";

const FLOOD_LASTS_MS = 10 * MINUTE_MS;

export const intakeHandlers = () =>
  handle(operations, {
    async writeDown({ tx, actor, clock }, { submissions }) {
      const day = clock.now().toISOString().slice(0, 10);
      return await writeDown(tx, actor.companyId, submissions, day);
    },

    async announceHeld(call, { source, submissions }) {
      const row = await sources.find(call.tx, call.actor.companyId, source);
      if (row) await call.emit(leadHeld, { subjectId: source, data: { name: row.name, submissions } });
      return {};
    },

    async noteFlood({ tx, actor, clock }, { source }) {
      await sources.noteFlood(tx, actor.companyId, source, clock.now(), after(clock, FLOOD_LASTS_MS));
      return {};
    },

    async readForm({ tx, actor }, { source }) {
      const row = await sources.find(tx, actor.companyId, source);
      if (!row) throw notFound("Form");
      const type = (await readSchema(tx, actor.companyId)).byKey.get("lead");
      // A field that was retired after the form was made is left out.
      const fields = row.fields.flatMap((field) => {
        const now = type?.fields.find(({ key }) => key === field.key);
        const options = now?.options?.filter((option) => !option.retired).map(({ key, label }) => ({ key, label })) ?? null;
        return now ? [{ ...field, kind: now.kind, options }] : [];
      });
      const { headline, points, privacy_url, imprint_url } = row;
      return { company: await sources.companyName(tx, actor.companyId), headline, points, privacy_url, imprint_url, fields };
    },
  });

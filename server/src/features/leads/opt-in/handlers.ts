import { after, before, DAY_MS } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import { handle } from "../../../kernel/handle.ts";
import { digest, newToken } from "../../../platform/random.ts";
import { leadConfirmed } from "../events.ts";
import { LINK_LIFE_MS } from "./ask.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

// A form is a way to make us write to anybody's address. This bound keeps it from being a nuisance.
const PER_DAY_AND_ADDRESS = 5;
// A mail that the mail server refuses is tried for days. What was asked for longer ago cannot be sent today.
const TRIED_MS = 14 * DAY_MS;

export interface OptInNeeds {
  identity: Tx;
  baseUrl: string;
}

export function optInHandlers({ identity, baseUrl }: OptInNeeds) {
  return handle(operations, {
    async mintOptIn({ tx, actor, clock }, { id }) {
      const { companyId } = actor;
      const row = await store.lockUnsent(tx, companyId, id);
      if (!row) return null;
      await store.lockAddress(tx, row.email);
      const sent = await store.countSent(identity, row.email, before(clock, DAY_MS), before(clock, TRIED_MS));
      if (sent >= PER_DAY_AND_ADDRESS) return null;
      const token = newToken();
      await store.setSent(tx, companyId, id, digest(token), clock.now(), after(clock, LINK_LIFE_MS));
      return { email: row.email, company_name: row.company_name, link: `${baseUrl}/f/${row.public_id}/confirm?token=${token}` };
    },

    async noteUnsent({ tx, actor, clock }, { id }) {
      await store.setSent(tx, actor.companyId, id, null, null, after(clock, LINK_LIFE_MS));
      return {};
    },

    async confirmOptIn(call, { id }) {
      const { tx, actor, clock } = call;
      const row = await store.confirm(tx, actor.companyId, id, clock.now());
      if (row?.lead_id) await call.emit(leadConfirmed, { subjectId: row.lead_id, data: { name: row.title, type: "lead" } });
      return { is_confirmed: row !== undefined };
    },
  });
}

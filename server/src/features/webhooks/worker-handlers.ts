import { statement } from "../../kernel/database.ts";
import { handle } from "../../kernel/handle.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Schemas } from "../types/index.ts";
import { readBatch } from "./deliver/read-batch.ts";
import { recordBatch } from "./deliver/record-batch.ts";
import { OFF_WARNING } from "./deliver/health.ts";
import * as deliveries from "./delivery-store.ts";
import { webhookDisabled } from "./events.ts";
import { mailWarning } from "./jobs.ts";
import { endReplay, stepReplay } from "./replays.ts";
import { createWebhookSecrets } from "./secrets.ts";
import * as store from "./store.ts";
import * as operations from "./worker-operations.ts";

// Its owner, or another Admin once the owner is gone.
const WARNED = statement(
  "webhooks.warned",
  `select u.email, w.name, k.name as company, coalesce(c.reason, 'no answer') as reason
   from webhooks w join webhook_cursors c on c.company_id = w.company_id and c.webhook_id = w.id
   join companies k on k.id = w.company_id
   join users u on u.company_id = w.company_id and u.disabled_at is null and (u.id = w.owner_id or u.role = 'admin')
   where w.company_id = $1 and w.id = $2 order by u.id <> w.owner_id, u.id limit 1`,
);

export function workerHandlers({ schemas, vault }: { schemas: Schemas; vault: Vault }) {
  const needs = { schemas, secrets: createWebhookSecrets(vault) };
  return handle(operations, {
    readBatch: async (call, { id, lease, max_messages: maxMessages }) => ({
      batch: await readBatch(needs, call, { id, lease, maxMessages }),
    }),

    async recordBatch(call, { id, lease, result }) {
      return { lease: await recordBatch(call, id, lease, result) };
    },

    async disable(call, { id, reason }) {
      const { tx, actor, clock } = call;
      const row = await store.lock(tx, actor.companyId, id);
      if (!row || row.state === "off") return {};
      await store.stop(tx, actor.companyId, id, "off", reason, clock.now());
      await call.emit(webhookDisabled, { subjectId: id, data: { name: row.name, reason } });
      await call.enqueue(mailWarning, { company: actor.companyId, webhook: id, level: OFF_WARNING });
      return {};
    },

    async stepReplay(call, { id }) {
      await stepReplay(schemas, call, id);
      return {};
    },

    async failReplay(call, { id }) {
      await endReplay(call, call.actor.companyId, id, "failed");
      return {};
    },

    async clearDeliveries({ tx, actor }, { id }) {
      return { is_done: await deliveries.removeDeliveries(tx, actor.companyId, id) };
    },

    async readWarning({ tx, actor }, { id }) {
      const [row] = await tx.query<{ email: string; name: string; company: string; reason: string }>(WARNED, [actor.companyId, id]);
      return { warning: row ?? null };
    },
  });
}

import { webhookId } from "../../src/features/webhooks/operations.ts";
import type { Service } from "../service.ts";

/** How often the place of a webhook is written from now on. */
export async function countBatches({ database }: Service, webhook: string): Promise<() => Promise<number>> {
  const id = webhookId.decode(webhook);
  const name = `batches_${id.replaceAll("-", "")}`;
  await database.query(`
    create sequence if not exists ${name};
    create or replace function note_${name}() returns trigger language plpgsql security definer as $$ begin perform nextval('${name}'); return new; end $$;
    create or replace trigger note_${name} after update of seen on webhook_cursors for each row when (new.webhook_id = '${id}') execute function note_${name}()`);
  const read = async () => {
    const [row] = await database.query(`select case when is_called then last_value else 0 end::int as count from ${name}`);
    return Number(row?.["count"]);
  };
  const before = await read();
  return async () => (await read()) - before;
}

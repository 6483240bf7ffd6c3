import type { Service } from "../../server/test/service.ts";

// Making thousands of them by calls takes a minute: these are copies of one that was made so. Nothing is ever sent to them. In a company
// that writes events they follow another type, in all others the same one.
const NAME = "Quiet";

/** Every company has so many webhooks then, those that it has already among them. */
export async function addQuietWebhooks({ database }: Service, each: number): Promise<void> {
  await database.query(
    `with wanted as (
       select c.id as company_id, gen_random_uuid() as id, exists (select from webhooks w where w.company_id = c.id) as is_active
       from companies c, generate_series(1, $1::int) as n
       where exists (select from records r where r.company_id = c.id) and n > (select count(*) from webhooks w where w.company_id = c.id)
     ), added as (
       insert into webhooks select copy.* from webhooks o, wanted, jsonb_populate_record(o, jsonb_build_object(
         'company_id', wanted.company_id, 'id', wanted.id, 'name', '${NAME}', 'fingerprint', '\\x' || encode(sha256(wanted.id::text::bytea), 'hex'),
         'event_types', case when wanted.is_active then array['lead.received'] else array['record.updated'] end)) as copy
       where (o.company_id, o.id) = (select company_id, id from webhooks limit 1)
       returning company_id, id
     )
     insert into webhook_cursors select copy.* from webhook_cursors o, added, jsonb_populate_record(o,
       jsonb_build_object('company_id', added.company_id, 'webhook_id', added.id, 'lease_by', null, 'behind_since', null, 'next_at', null)) as copy
     where (o.company_id, o.webhook_id) = (select company_id, webhook_id from webhook_cursors limit 1)`,
    [each],
  );
  await database.query("vacuum analyze");
}

export async function removeQuietWebhooks({ database }: Service): Promise<void> {
  await database.query("delete from webhooks where name = $1", [NAME]);
  await database.query("vacuum analyze");
}

import type { Tx } from "../../kernel/database.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { id } from "../../platform/ids.ts";
import { countHolding } from "./count-holding.ts";
import type { FieldDefinition, TypeDefinition } from "./definition.ts";

const recordId = id("rec", "record");

// All of them are one transaction: 100,000 take about two seconds, within the statement timeout.
const MAX_RECORDS = 100_000;
const MAX_LISTED = 10;
/** As in records/write/identifiers.ts: what an index can hold. */
const MAX_KEY = 500;

// Each value of a field as it is compared: texts folded, a list by its elements.
const VALUES = `select r.id, r.title, r.deleted_at, fold(btrim(each.value, E' \\t\\r\\n')) as key from records r
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(r.data -> $3) when 'array' then r.data -> $3 else jsonb_build_array(r.data -> $3) end) as each (value)
  where r.company_id = $1 and r.type_id = $2 and r.data -> $3 is not null`;

/** Makes a field with values unique. Refused while two records have the same value: the error lists them. */
export async function makeUnique(tx: Tx, companyId: string, type: TypeDefinition, field: FieldDefinition): Promise<void> {
  await refuseTooMany(tx, companyId, type, field);
  const clashes = await tx.query<{ key: string; id: string; title: string }>(
    `with live as (select distinct id, title, key from (${VALUES}) as given where deleted_at is null)
     select key, id, title from live
     where key in (select key from live group by key having count(*) > 1 order by key limit ${MAX_LISTED}) order by key, id limit ${2 * MAX_LISTED}`,
    [companyId, type.id, field.key],
  );
  if (clashes.length > 0) {
    const message = `Some ${type.labelPlural.toLowerCase()} have the same ${field.label}. Change or merge them first.`;
    throw conflict(
      "not_unique",
      message,
      clashes.map((one) => ({
        pointer: "/is_unique",
        message: `More than one ${type.label.toLowerCase()} has ${JSON.stringify(one.key)}.`,
        record: { id: recordId.encode(one.id), title: one.title },
      })),
    );
  }
  const [long] = await tx.query<{ id: string }>(`select id from (${VALUES}) as given where length(key) > ${MAX_KEY} limit 1`, [
    companyId,
    type.id,
    field.key,
  ]);
  if (long) throw conflict("value_too_long", `A unique value has at most ${MAX_KEY} characters: see ${recordId.encode(long.id)}.`);
  await tx.query(
    `insert into record_identifiers (company_id, type_id, kind, value, record_id)
     select distinct $1::uuid, $2::uuid, case when deleted_at is null then 'external_id' else 'trashed_id' end, $3 || ':' || key, id from (${VALUES}) as given
     on conflict do nothing`,
    [companyId, type.id, field.key],
  );
}

/** The field may have the same value twice from now on. */
export async function dropUnique(tx: Tx, companyId: string, type: TypeDefinition, field: FieldDefinition): Promise<void> {
  await tx.query(
    "delete from record_identifiers where company_id = $1 and type_id = $2 and kind in ('external_id', 'trashed_id') and starts_with(value, $3 || ':')",
    [companyId, type.id, field.key],
  );
}

/** Writes what the web addresses of a type's records identify them by, after a field became a domain or a whole address. */
export async function rewriteAddresses(tx: Tx, companyId: string, type: TypeDefinition, field: FieldDefinition): Promise<void> {
  await refuseTooMany(tx, companyId, type, field);
  await tx.query("delete from record_identifiers where company_id = $1 and type_id = $2 and kind in ('domain', 'url')", [
    companyId,
    type.id,
  ]);
  // As in records/write/identifiers.ts.
  await tx.query(
    `insert into record_identifiers (company_id, type_id, kind, value, record_id)
     select distinct $1::uuid, $2::uuid, case when f.is_domain then 'domain' else 'url' end,
       case when f.is_domain then substring(r.data ->> f.key from '^https?://(?:[^/?#]*@)?(?:www\\.)?([^/:?#]+)')
         else regexp_replace(regexp_replace(r.data ->> f.key, '^https?://(?:www\\.)?', ''), '/?(?:#.*)?$', '') end, r.id
     from records r join fields f on f.company_id = r.company_id and f.type_id = r.type_id and f.type = $3 and f.retired_at is null
     where r.company_id = $1 and r.type_id = $2 and length(r.data ->> f.key) <= ${MAX_KEY} on conflict do nothing`,
    [companyId, type.id, field.kind],
  );
}

async function refuseTooMany(tx: Tx, companyId: string, type: TypeDefinition, field: FieldDefinition): Promise<void> {
  if ((await countHolding(tx, companyId, type, field)) <= MAX_RECORDS) return;
  throw new AppError(
    409,
    "too_many_records",
    `More than ${MAX_RECORDS} records have a value in ${field.label}: this can no longer change.`,
  );
}

import { statement, type Tx } from "../../../kernel/database.ts";
import { identifierFrom } from "../../records/index.ts";
import type { CompanySchema } from "../../types/index.ts";

// For each address one walk down an index: joined as a set, PostgreSQL guesses how many there are, and reads a million.
const FIND = statement(
  "inbox.find_contacts",
  `select w.address, found.id from jsonb_to_recordset($3::jsonb) as w (address text, kind text, value text)
   cross join lateral (
     select r.id from record_identifiers i join records r on r.company_id = i.company_id and r.id = i.record_id
     where i.company_id = $1 and i.kind = w.kind and i.value = w.value and i.type_id = $2 and r.deleted_at is null
     order by i.record_id desc limit 1
   ) as found`,
);

/** The contacts that have these addresses. Addresses are compared in one spelling, whatever their case. */
export async function findContacts(tx: Tx, companyId: string, schema: CompanySchema, addresses: string[]): Promise<Map<string, string>> {
  const type = schema.byKey.get("contact");
  const wanted = [...new Set(addresses)].flatMap((address) => {
    const known = identifierFrom(address);
    return known ? [{ address, kind: known.kind, value: known.value }] : [];
  });
  if (!type || wanted.length === 0) return new Map();
  const rows = await tx.query<{ address: string; id: string }>(FIND, [companyId, type.id, JSON.stringify(wanted)]);
  return new Map(rows.map((row) => [row.address, row.id]));
}

import { KINDS } from "@kith/filter/kinds";
import { statement, type Tx } from "../../../kernel/database.ts";
import { keysOf } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";

/** An email address or phone number in the spelling in which records are found by it. */
export interface Address {
  kind: "email" | "phone";
  value: string;
}

export const nameOf = ({ kind, value }: Address) => `${kind} ${value}`;

/** A phone is more often shared. */
const RANK: Record<Address["kind"], number> = { email: 1, phone: 2 };

/** How a person can be recognised from what they sent: email addresses first. */
export function addressesIn(type: TypeDefinition, given: Record<string, string>): Address[] {
  const found = type.fields.flatMap((field): Address[] => {
    const by = KINDS[field.kind].identifier;
    if (!by || by === "url" || given[field.key] === undefined) return [];
    return keysOf(type, { ...field, isUnique: false }, given).map((value) => ({ kind: by, value }));
  });
  return found.sort((one, other) => RANK[one.kind] - RANK[other.kind]);
}

export const emailIn = (addresses: Address[]) => addresses.find(({ kind: by }) => by === "email")?.value;

interface KnownLead {
  id: string;
  title: string;
  created_at: Date;
}

/** Who has these addresses: the newest open lead and the newest contact of each. */
export interface Known {
  leads: Map<string, KnownLead>;
  contacts: Map<string, string>;
}

// For each address one walk down an index: joined as a set, PostgreSQL guesses how many there are, and reads a million.
export const FIND_KNOWN = statement(
  "leads.find_known",
  `select w.kind, w.value, w.is_lead, found.id, found.title, found.created_at
   from jsonb_to_recordset($2::jsonb) as w (kind text, value text, type_id uuid, is_lead boolean)
   cross join lateral (
     select r.id, r.title, r.created_at from record_identifiers i
     join records r on r.company_id = i.company_id and r.id = i.record_id
     where i.company_id = $1 and i.kind = w.kind and i.value = w.value and i.type_id = w.type_id and r.deleted_at is null
       and (not w.is_lead or r.stage is null or r.stage <> all ($3::text[]))
     order by i.record_id desc limit 1
   ) as found`,
);

export async function findKnown(tx: Tx, companyId: string, schema: CompanySchema, lead: TypeDefinition, wanted: Address[]): Promise<Known> {
  const known: Known = { leads: new Map(), contacts: new Map() };
  const contact = schema.byKey.get("contact");
  const addresses = [...new Map(wanted.map((one) => [nameOf(one), one])).values()];
  const rows = addresses.flatMap((one) => [
    { ...one, type_id: lead.id, is_lead: true },
    ...(contact ? [{ ...one, type_id: contact.id, is_lead: false }] : []),
  ]);
  if (rows.length === 0) return known;
  type Found = Address & KnownLead & { is_lead: boolean };
  for (const { is_lead: isLead, kind, value, ...found } of await tx.query<Found>(FIND_KNOWN, [
    companyId,
    JSON.stringify(rows),
    closedStages(lead),
  ])) {
    if (isLead) known.leads.set(nameOf({ kind, value }), found);
    else known.contacts.set(nameOf({ kind, value }), found.id);
  }
  return known;
}

const closedStages = (type: TypeDefinition) =>
  (type.fields.find((field) => field.key === type.stageField)?.options ?? [])
    .filter(({ state }) => state === "won" || state === "lost")
    .map(({ key }) => key);

const ORGANIZATIONS = statement(
  "leads.organizations_of",
  `select l.from_id as contact, l.to_id as organization from record_links l
   join records r on r.company_id = l.company_id and r.id = l.to_id and r.deleted_at is null
   where l.company_id = $1 and l.field_id = $2 and l.from_id = any($3::uuid[]) order by l.to_id`,
);

/** Where known contacts work, as their own records say. */
export async function organizationsOf(tx: Tx, companyId: string, schema: CompanySchema, contacts: string[]): Promise<Map<string, string>> {
  const field = schema.byKey
    .get("contact")
    ?.fields.find(({ key, relation }) => key === "organization" && relation?.type === "organization");
  if (contacts.length === 0 || field?.place.kind !== "links" || field.place.direction !== "out") return new Map();
  const rows = await tx.query<{ contact: string; organization: string }>(ORGANIZATIONS, [companyId, field.place.fieldId, contacts]);
  return new Map(rows.map((row) => [row.contact, row.organization]));
}

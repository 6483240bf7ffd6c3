import { z } from "zod";
import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { presentRecords } from "../../records/index.ts";
import { CrmRecord } from "../../records/operations.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import type { LeadFacts } from "../destinations/mapping.ts";

// The first submission says where somebody came from.
const ATTRIBUTION = statement(
  "lead_sending.attribution",
  `select distinct on (lead_id) lead_id, attribution from lead_submissions
   where company_id = $1 and lead_id = any($2::uuid[]) order by lead_id, id`,
);

/** What can be said about these leads, in API form. One that is gone, or in the trash, is missing. */
export async function readLeads(
  { tx, actor }: Pick<Call<System>, "tx"> & { actor: { companyId: string } },
  schema: CompanySchema,
  type: TypeDefinition,
  ids: string[],
): Promise<Map<string, LeadFacts>> {
  if (ids.length === 0) return new Map();
  const { companyId } = actor;
  const records = await presentRecords(
    tx,
    companyId,
    schema,
    ids.map((id) => ({ id, type_id: type.id })),
  );
  const rows = await tx.query<{ lead_id: string; attribution: Record<string, unknown> }>(ATTRIBUTION, [companyId, ids]);
  const attribution = new Map(rows.map((row) => [row.lead_id, row.attribution]));
  return new Map(
    records
      .filter((record) => record.deleted_at === null)
      .map((record) => {
        const { id, created_at, values } = z.encode(CrmRecord, record);
        return [record.id, { lead_id: id, received_at: created_at, values, attribution: attribution.get(record.id) ?? {} }];
      }),
  );
}

/** For a test and a preview without a lead. */
export const sampleLead = (type: TypeDefinition, now: Date): LeadFacts => ({
  lead_id: "rec_00000000000000000000000000",
  received_at: now.toISOString(),
  values: Object.fromEntries(type.fields.filter(({ key }) => Object.hasOwn(SAMPLE, key)).map(({ key }) => [key, SAMPLE[key]])),
  attribution: { page: "https://www.example.com/contact", utm_source: "test" },
});

const SAMPLE: Record<string, unknown> = {
  name: "Test lead",
  email: ["test@example.com"],
  phone: ["+493012345678"],
  company: "Example Inc.",
  message: "This is a test. No person wrote it.",
  status: "new",
};

import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { findRecords, readLinks, type Links, type RecordRow } from "../../records/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import type { ConversionRow } from "./conversion-store.ts";

/** A lead that is not in the trash. */
export async function findLead({ tx, actor }: Call<Member>, schema: CompanySchema, id: string): Promise<{ row: RecordRow; links: Links }> {
  const [row] = await findRecords(tx, actor.companyId, [id]);
  if (!row || row.deleted_at || schema.byId.get(row.type_id)?.key !== "lead") throw notFound("Lead");
  return { row, links: (await readLinks(tx, actor.companyId, schema, [row])).get(id) ?? {} };
}

export async function presentConversion({ tx, actor }: Call<Member>, row: ConversionRow) {
  const ids = [row.contact_id, row.organization_id, row.deal_id].filter((id) => id !== null);
  const titles = new Map((await findRecords(tx, actor.companyId, ids)).map((one) => [one.id, one.title]));
  const show = (id: string | null) => {
    const title = id === null ? undefined : titles.get(id);
    // Removed for good: there is nothing to link to.
    return id === null || title === undefined ? null : { id, title, is_new: row.made.includes(id) };
  };
  return {
    lead: row.lead_id,
    contact: show(row.contact_id),
    organization: show(row.organization_id),
    deal: show(row.deal_id),
    converted_at: row.converted_at,
    converted_by: row.user_id,
    operation_id: row.operation_id,
  };
}

import type { Tx } from "../../kernel/database.ts";
import type { CompanySchema } from "../types/index.ts";
import type { Links, RecordRow } from "./row.ts";
import * as store from "./store.ts";

/** The related ids of each record by field key, both directions. */
export async function readLinks(
  tx: Tx,
  companyId: string,
  schema: CompanySchema,
  rows: Pick<RecordRow, "id" | "type_id">[],
): Promise<Map<string, Links>> {
  const ids = rows.map((row) => row.id);
  return groupLinks(schema, rows, await store.links(tx, companyId, ids));
}

function groupLinks(schema: CompanySchema, rows: Pick<RecordRow, "id" | "type_id">[], found: store.FoundLink[]): Map<string, Links> {
  const typeOf = new Map(rows.map((row) => [row.id, schema.byId.get(row.type_id)]));
  const links = new Map<string, Links>();
  for (const { field_id: fieldId, of_id: ofId, other_id: otherId, direction } of found) {
    const field = typeOf
      .get(ofId)
      ?.fields.find(({ place }) => place.kind === "links" && place.fieldId === fieldId && place.direction === direction);
    if (!field) continue;
    const own = links.get(ofId) ?? {};
    (own[field.key] ??= []).push(otherId);
    links.set(ofId, own);
  }
  return links;
}

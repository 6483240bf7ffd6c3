import { statement } from "../../../kernel/database.ts";
import type { FormField } from "../source-store.ts";

/** A published form, as a visitor meets it. */
export interface FoundForm {
  position: string;
  company_id: string;
  id: string;
  public_id: string;
  name: string;
  fields: FormField[];
  origins: string[];
  redirect_url: string | null;
  button: string;
  thanks: string;
  intro: string;
  consent_text: string;
  consent_version: number;
  is_consent_required: boolean;
  wants_opt_in: boolean;
  day_cap: number;
  flood_since: Date | null;
  flood_until: Date | null;
}

/**
 * Forms by the ids in their addresses. One that is a draft, paused or deleted is not found, like one that never was. The ids are decoded
 * apart: row-level security keeps a function that may fail out of an index condition. The collation is said because the
 * name of an encoding has another one.
 */
export const FIND_FORM = statement(
  "leads.find_form",
  `with asked as materialized (
     select convert_from(given.id, 'UTF8') collate "default" as public_id, given.position
     from unnest($1::bytea[]) with ordinality as given (id, position)
   )
   select asked.position, s.company_id, s.id, s.public_id, s.name, s.fields, s.origins, s.redirect_url, s.button, s.thanks, s.intro,
     s.consent_text, s.consent_version, s.is_consent_required, s.wants_opt_in, s.day_cap, s.flood_since, s.flood_until
   from asked join lead_sources s on s.public_id = asked.public_id and s.state = 'published' and s.deleted_at is null`,
);

const PUBLIC_ID = /^[0-9A-Za-z]{16}$/;

export function createFindForm(look: (id: Buffer) => Promise<FoundForm | undefined>) {
  return async (publicId: string): Promise<FoundForm | undefined> => (PUBLIC_ID.test(publicId) ? look(Buffer.from(publicId)) : undefined);
}

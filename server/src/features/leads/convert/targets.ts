import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { valuesOf, type Links, type RecordRow, type Values } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { findChoices, type Choice } from "./find-choices.ts";
import { carriedOver, firmDomain, firmNamed, isReached, relationTo } from "./lead-values.ts";

/** The lead and the types it can become, as they are in this company now. */
export interface Setting {
  schema: CompanySchema;
  lead: TypeDefinition;
  row: RecordRow;
  links: Links;
  values: Values;
  contact: TypeDefinition;
  organization: TypeDefinition | undefined;
  deal: TypeDefinition | undefined;
}

export function settingOf(schema: CompanySchema, row: RecordRow, links: Links): Setting {
  const [lead, contact] = [schema.byKey.get("lead"), schema.byKey.get("contact")];
  if (!lead || !contact) {
    const missing = lead ? "contact" : "lead";
    throw new AppError(
      409,
      "type_missing",
      `A lead becomes a contact, and this company has no type ${missing}. Restore it in Company, Data model.`,
    );
  }
  const values = valuesOf(lead, row, links);
  return { schema, lead, row, links, values, contact, organization: schema.byKey.get("organization"), deal: schema.byKey.get("deal") };
}

/** What a new contact gets from the lead. */
export const contactValues = ({ lead, values, contact }: Setting): Values => carriedOver(lead, values, contact);

/** What a new organization gets: the name as the sender wrote it, and the domain of their email. */
export function organizationValues({ lead, values }: Setting, organization: TypeDefinition): Values {
  const domain = firmDomain(lead, values);
  const website = organization.fields.find((field) => field.isDomain && !field.isReadOnly);
  const carried = carriedOver(lead, values, organization);
  // These are the person's own.
  for (const field of organization.fields) if (isReached(field)) delete carried[field.key];
  const name = firmNamed(lead, values) ?? domain ?? null;
  return { ...(website && domain ? { [website.key]: `https://${domain}` } : {}), ...carried, name };
}

/** Who the lead may be. */
export function contactChoices(call: Call<Member>, setting: Setting, isLocking: boolean): Promise<Choice[]> {
  const { schema, lead, links, contact, row } = setting;
  const relation = relationTo(lead, contact, "contact");
  const linked = (relation ? (links[relation.key] ?? []) : []).map((id) => ({ id, because: "linked to the lead" }));
  return findChoices(call, schema, contact, { values: contactValues(setting), name: row.title, linked, isNameSure: false, isLocking });
}

/** Where they may work: also the organization of the contact that is chosen. */
export async function organizationChoices(
  call: Call<Member>,
  setting: Setting,
  contactLinks: Links | undefined,
  isLocking: boolean,
): Promise<Choice[]> {
  const { schema, lead, links, contact, organization } = setting;
  if (!organization) return [];
  const own = relationTo(lead, organization, "organization");
  const theirs = relationTo(contact, organization, "organization");
  const linked = [
    ...(own ? (links[own.key] ?? []) : []).map((id) => ({ id, because: "linked to the lead" })),
    ...(theirs ? (contactLinks?.[theirs.key] ?? []) : []).map((id) => ({ id, because: "organization of the contact" })),
  ];
  const values = organizationValues(setting, organization);
  return findChoices(call, schema, organization, {
    values,
    name: firmNamed(lead, setting.values),
    linked,
    isNameSure: true,
    isLocking,
  });
}

/** The stage of a lead that became something. */
export function wonStage(type: TypeDefinition): string | undefined {
  const field = type.fields.find((one) => one.key === type.stageField);
  return field?.options?.find((option) => !option.retired && option.state === "won")?.key;
}

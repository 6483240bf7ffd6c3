import type { z } from "zod";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import type { Changes } from "../../../kernel/event.ts";
import { lockWithLinks, refusalOf, saveRecords, valuesOf, type Links, type RecordRow, type Values } from "../../records/index.ts";
import { firstStage, type CompanySchema, type TypeDefinition } from "../../types/index.ts";
import { leadConverted } from "../events.ts";
import type { convert } from "../convert-operations.ts";
import * as store from "./conversion-store.ts";
import { findLead, presentConversion } from "./find-lead.ts";
import { additions, carriedOver, relationTo } from "./lead-values.ts";
import { contactChoices, contactValues, organizationChoices, organizationValues, settingOf, wonStage, type Setting } from "./targets.ts";

type Wanted = z.output<typeof convert.input>;
type Given = { id?: string | null | undefined; values?: Record<string, unknown> | undefined };

/** One of the records that the lead becomes, as it was written. */
interface Made {
  row: RecordRow;
  isNew: boolean;
}

/**
 * Makes or links contact, organization and deal, in one operation. Locks come in the order in which everybody takes them: identifiers
 * first, then rows. Whoever comes second finds the first one's conversion and is given that.
 */
export async function convertLead(call: Call<Member>, schema: CompanySchema, wanted: Wanted) {
  const seen = await findLead(call, schema, wanted.id);
  const repeated = await repeat(call, wanted.id);
  if (repeated) return repeated;
  await lockIdentifiers(call, settingOf(schema, seen.row, seen.links));
  const locked = (await lockWithLinks(call, schema, [wanted.id])).get(wanted.id);
  if (!locked || locked.row.deleted_at) throw notFound("Lead");
  const meanwhile = await repeat(call, wanted.id);
  if (meanwhile) return meanwhile;

  const setting = settingOf(schema, locked.row, locked.links);
  refuseMissingTypes(setting, wanted);
  const contact = await chooseContact(call, setting, wanted.contact);
  const organization = await makeOrganization(call, setting, wanted.organization, contact.old?.links);
  const person = await makeContact(call, setting, wanted.contact, contact.old, organization);
  const deal = await makeDeal(call, setting, wanted.deal, person, organization);
  return { ...(await finish(call, setting, { person, organization, deal })), is_repeated: false };
}

/** What an earlier call made of this lead. */
async function repeat(call: Call<Member>, leadId: string) {
  const [earlier] = await store.find(call.tx, call.actor.companyId, [leadId]);
  return earlier && !earlier.undone_at ? { ...(await presentConversion(call, earlier)), is_repeated: true } : undefined;
}

/** Conversions of two leads of one person, or of one firm, line up. */
async function lockIdentifiers(call: Call<Member>, setting: Setting): Promise<void> {
  await contactChoices(call, setting, true);
  await organizationChoices(call, setting, undefined, true);
}

function refuseMissingTypes({ organization, deal }: Setting, wanted: Wanted): void {
  const missing = [
    !organization && wanted.organization && (wanted.organization.id !== undefined || wanted.organization.values) && "organization",
    !deal && wanted.deal?.values && "deal",
  ].find(Boolean);
  if (missing)
    throw new AppError(
      409,
      "type_missing",
      `This company has no type ${missing}. Restore it in Company, Data model, or leave ${missing} out.`,
    );
}

type Old = { row: RecordRow; links: Links } | undefined;

async function chooseContact(call: Call<Member>, setting: Setting, given: Given): Promise<{ old: Old }> {
  if (given.id === null) return { old: undefined };
  const id = given.id ?? (await contactChoices(call, setting, false)).find((choice) => choice.isSure)?.row.id;
  return { old: id ? await lockTarget(call, setting.schema, setting.contact, id) : undefined };
}

async function lockTarget(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, id: string): Promise<Old> {
  const found = (await lockWithLinks(call, schema, [id])).get(id);
  if (!found || found.row.type_id !== type.id || found.row.deleted_at) throw notFound(type.label);
  return found;
}

async function makeOrganization(call: Call<Member>, setting: Setting, given: Given | null, contactLinks: Links | undefined) {
  const { schema, organization } = setting;
  if (!organization || !given) return undefined;
  const values = organizationValues(setting, organization);
  const choices = given.id === undefined ? await organizationChoices(call, setting, contactLinks, false) : [];
  const id = given.id ?? choices.find((choice) => choice.isSure)?.row.id;
  const old = id ? await lockTarget(call, schema, organization, id) : undefined;
  // Without a name there is nothing to make, unless somebody asks for it.
  if (!old && values["name"] === null && given.id !== null && !given.values) return undefined;
  return save(call, schema, organization, { old, offered: values, given: given.values, pointer: "/organization/values" });
}

function makeContact(call: Call<Member>, setting: Setting, given: Given, old: Old, organization: Made | undefined): Promise<Made> {
  const { schema, contact } = setting;
  const relation = relationTo(contact, setting.organization, "organization");
  const offered = { ...contactValues(setting), ...(relation && organization ? { [relation.key]: [organization.row.id] } : {}) };
  return save(call, schema, contact, { old, offered, given: given.values, pointer: "/contact/values" });
}

async function makeDeal(
  call: Call<Member>,
  setting: Setting,
  given: Wanted["deal"],
  person: Made,
  organization: Made | undefined,
): Promise<Made | undefined> {
  const { schema, deal, lead, values } = setting;
  if (!deal || !given) return undefined;
  const toContact = relationTo(deal, setting.contact, "contacts");
  const toOrganization = relationTo(deal, setting.organization, "organization");
  const stage = firstStage(deal);
  const offered: Values = {
    ...carriedOver(lead, values, deal),
    name: organization?.row.title ?? setting.row.title,
    ...(deal.stageField && stage ? { [deal.stageField]: stage } : {}),
    ...(toContact ? { [toContact.key]: [person.row.id] } : {}),
    ...(toOrganization && organization ? { [toOrganization.key]: [organization.row.id] } : {}),
  };
  return save(call, schema, deal, { old: undefined, offered, given: given.values, pointer: "/deal/values" });
}

interface Saving {
  old: Old;
  /** From the lead, in stored form. */
  offered: Values;
  /** By the caller: it comes before what the lead has. */
  given: Record<string, unknown> | undefined;
  pointer: string;
}

async function save(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { old, offered, given = {}, pointer }: Saving,
): Promise<Made> {
  const kept = old ? additions(type, valuesOf(type, old.row, old.links), offered) : offered;
  const [outcome] = await saveRecords(call, schema, type, [{ old, kept, given, pointer }]);
  if (!outcome) throw notFound(type.label);
  if (outcome.fieldErrors.length > 0) throw refusalOf(outcome.fieldErrors);
  return { row: outcome.row, isNew: outcome.isNew };
}

interface Became {
  person: Made;
  organization: Made | undefined;
  deal: Made | undefined;
}

/** The lead itself: the event, its stage and its links, and the conversion. */
async function finish(call: Call<Member>, setting: Setting, became: Became) {
  const { lead, row } = setting;
  const ids = {
    contact_id: became.person.row.id,
    organization_id: became.organization?.row.id ?? null,
    deal_id: became.deal?.row.id ?? null,
  };
  // Before the change of the stage: whoever measures the first response learns what it was.
  const data = { name: row.title, type: lead.key, contact: ids.contact_id, organization: ids.organization_id, deal: ids.deal_id };
  await call.emit(leadConverted, { subjectId: row.id, data });
  const conversion = {
    lead_id: row.id,
    operation_id: call.operationId,
    ...ids,
    made: [became.person, became.organization, became.deal].flatMap((one) => (one?.isNew ? one.row.id : [])),
    changes: await linkLead(call, setting, became),
    user_id: call.actor.userId,
    converted_at: call.clock.now(),
  };
  await store.write(call.tx, call.actor.companyId, conversion);
  return presentConversion(call, { ...conversion, undone_at: null });
}

/** Sets the stage of the lead and its links. Returns what changed. */
async function linkLead(call: Call<Member>, setting: Setting, { person, organization, deal }: Became): Promise<Changes> {
  const { schema, lead, row, links, values } = setting;
  const stage = wonStage(lead);
  const kept: Values = lead.stageField && stage ? { [lead.stageField]: stage } : {};
  for (const [type, key, made] of [
    [setting.contact, "contact", person],
    [setting.organization, "organization", organization],
    [setting.deal, "deal", deal],
  ] as const) {
    const relation = relationTo(lead, type, key);
    if (relation && made)
      kept[relation.key] = relation.isMulti ? [...new Set([...(links[relation.key] ?? []), made.row.id])] : [made.row.id];
  }
  const [outcome] = await saveRecords(call, schema, lead, [{ old: { row, links }, kept, given: {}, pointer: "" }]);
  if (!outcome) throw notFound("Lead");
  if (outcome.fieldErrors.length > 0) throw refusalOf(outcome.fieldErrors);
  const after = valuesOf(lead, outcome.row, outcome.links);
  const pairs = Object.keys(kept).map((key): [string, Changes[string]] => [key, [values[key] ?? null, after[key] ?? null]]);
  return Object.fromEntries(pairs.filter(([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to)));
}

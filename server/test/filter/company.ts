import type { FlagName, Person as Colleague, TypeSchema } from "@kith/filter";
import type { RelationEnds } from "@kith/filter/arbitrary";
import type { InputOf, OutputOf } from "../../src/contract.ts";
import type { Person, Service } from "../service.ts";
import { retrying, retryBusy } from "./retry-busy.ts";

/** A company as the filter language sees it, read from the service itself. */
export interface Company {
  admin: Person;
  people: Colleague[];
  types: TypeSchema[];
  relations: RelationEnds[];
}

type NewField = InputOf<"types.addField">;
type Described = OutputOf<"types.list">["items"][number];

const choices = (...keys: string[]) => keys.map((key) => ({ key, label: key.charAt(0).toUpperCase() + key.slice(1) }));

/** Additional fields: every kind outside the typed columns, and labels and keys that are easily confused. */
const MORE: NewField[] = [
  { type: "deal", key: "probability", label: "Probability", field_type: "number" },
  { type: "deal", key: "budget", label: "Budget", field_type: "money" },
  { type: "deal", key: "fit", label: "Fit", field_type: "rating" },
  { type: "deal", key: "notes", label: "Notes", field_type: "long_text" },
  { type: "deal", key: "website", label: "Website", field_type: "url" },
  { type: "deal", key: "is_hot", label: "Hot?", field_type: "boolean" },
  { type: "deal", key: "signed_on", label: "Signed", field_type: "date" },
  { type: "deal", key: "next_call", label: "Next call", field_type: "datetime" },
  { type: "deal", key: "helper", label: "Helper", field_type: "user" },
  { type: "deal", key: "tags", label: "Tags", field_type: "multi_select", options: choices("vip", "renewal", "true", "today") },
  { type: "deal", key: "stage_note", label: "Note", field_type: "text" },
  { type: "deal", key: "other_note", label: "Note", field_type: "text" },
  { type: "deal", key: "has", label: "A field with an awkward key", field_type: "text" },
  { type: "organization", key: "employees", label: "Heads", field_type: "number" },
  { type: "organization", key: "founded", label: "Founded", field_type: "date" },
  { type: "contact", key: "private_email", label: "Private email", field_type: "email" },
  { type: "contact", key: "night_phone", label: "Night phone", field_type: "phone" },
  { type: "asset", key: "phase", label: "Phase", field_type: "stage", options: choices("built", "sold") },
  { type: "asset", key: "serial", label: "Serial number", field_type: "text" },
  { type: "asset", key: "parent", label: "Part of", field_type: "relation", related_type: "asset", inverse_key: "parts" },
  { type: "asset", key: "users", label: "Users", field_type: "relation", is_multi: true, related_type: "contact", inverse_key: "assets" },
  { type: "asset", key: "hidden", label: "Hidden", field_type: "relation", related_type: "organization" },
];

/** Signs up a company with a field of every kind, in columns and beside them, and relations of every shape. */
export async function signUpCompany(service: Service, timeZone: string): Promise<Company> {
  const admin = retrying(await retryBusy(() => service.given.admin("Mara Lindqvist")));
  for (const name of ["Joel Adeyemi", "Joel Brandt"]) await retryBusy(() => service.given.member(admin, "member", name));
  await admin.call("companies.update", { time_zone: timeZone });
  await admin.call("types.create", { key: "asset", label: "Asset", label_plural: "Assets" });
  for (const field of MORE) await admin.call("types.addField", field);
  const { items } = await admin.call("types.list", {});
  const members = await admin.call("members.list", {});
  return {
    admin,
    people: members.items.map(({ id, name, email }) => ({ id, name, email })),
    types: items.map(schemaOf),
    relations: items.flatMap(relationsOf),
  };
}

function schemaOf(type: Described): TypeSchema {
  const flags: FlagName[] = ["mine", "unassigned", "deleted"];
  if (type.stage_field) flags.push("open", "won", "lost");
  if (type.date_field) flags.push("overdue");
  return {
    key: type.key,
    label: type.label,
    labelPlural: type.label_plural,
    flags,
    roles: { owner: "owner", ...(type.stage_field && { stage: type.stage_field }), ...(type.date_field && { date: type.date_field }) },
    fields: type.fields.map((field) => ({
      key: field.key,
      label: field.label,
      type: field.type,
      isMulti: field.is_multi,
      ...(field.options && { options: field.options.map(({ key, label, state }) => ({ key, label, ...(state && { state }) })) }),
      ...(field.relation && { relation: { type: field.relation.type, isMany: field.relation.is_many } }),
    })),
  };
}

/** Every relation once, from the end that declares it. */
function relationsOf(type: Described): RelationEnds[] {
  return type.fields.flatMap(({ key, relation, is_read_only: isInverse }) =>
    relation && !isInverse
      ? [{ name: `${type.key}.${key}`, from: { type: type.key, field: key }, to: { type: relation.type, field: relation.inverse ?? "" } }]
      : [],
  );
}

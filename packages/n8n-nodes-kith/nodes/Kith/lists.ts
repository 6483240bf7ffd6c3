import type {
  FieldType,
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from "n8n-workflow";
import { kith, kithPages } from "../kith";

interface Field {
  key: string;
  label: string;
  type: string;
  is_multi: boolean;
  is_required: boolean;
  is_read_only: boolean;
  is_unique: boolean;
  options: Array<{ key: string; label: string }> | null;
}

/**
 * Every other kind is entered as text. A day is, too: n8n would make a moment of it, in a time zone that is not the company's. So is a field
 * of several values, where Kith takes a single one as it is: n8n would insist on a list.
 */
const ENTERED: { [kind: string]: FieldType } = {
  number: "number",
  rating: "number",
  boolean: "boolean",
  datetime: "dateTime",
  select: "options",
  stage: "options",
  user: "options",
};
/** A record is known by these, and by what is unique. */
const IDENTIFYING = ["email", "phone", "url"];
const MOST_MEMBERS = 500;

/** The record types of the company, its own included. */
export async function searchTypes(this: ILoadOptionsFunctions, filter = ""): Promise<INodeListSearchResult> {
  const { items } = await kith(this, "types.list");
  const types = (items as IDataObject[]).map((type) => ({ name: String(type.label_plural), value: String(type.key) }));
  const wanted = filter.toLowerCase();
  return { results: types.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value.includes(wanted)) };
}

/** The fields of the chosen type, with their kinds and options. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const type = this.getNodeParameter("type", undefined, { extractValue: true }) as string;
  const { items } = await kith(this, "types.list", { query: { types: [type] } });
  const fields = ((items as IDataObject[])[0]?.fields ?? []) as unknown as Field[];
  const members = fields.some(({ type: kind }) => kind === "user") ? await listMembers(this) : [];
  return { fields: fields.map((field) => entered(field, members)) };
}

async function listMembers(context: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const members = await kithPages(context, "members.list", {}, MOST_MEMBERS);
  return members.map((one) => ({ name: String(one.name), value: String(one.id) }));
}

function entered(field: Field, members: INodePropertyOptions[]): ResourceMapperField {
  const type = field.is_multi ? "string" : (ENTERED[field.type] ?? "string");
  const options = field.type === "user" ? members : (field.options ?? []).map(({ key, label }) => ({ name: label, value: key }));
  const identifies = field.is_unique || IDENTIFYING.includes(field.type);
  return {
    id: field.key,
    displayName: field.label,
    required: field.is_required,
    readOnly: field.is_read_only,
    display: !field.is_read_only,
    canBeUsedToMatch: identifies,
    defaultMatch: field.type === "email",
    type,
    ...(type === "options" ? { options } : {}),
  };
}

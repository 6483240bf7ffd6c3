import { readTypes } from "./types.js";

/** Before the keys of a record's fields, so that none is taken for a field of the step. */
const PREFIX = "field_";

/** Every other kind is entered as text; so are days, of which Zapier would make a moment in a time zone that is not the company's. */
const KINDS = { long_text: "text", number: "number", rating: "integer", boolean: "boolean", datetime: "datetime" };

/** What can be entered for the chosen type: its fields, with their kinds and options. */
export async function valueFields(z, bundle) {
  const fields = await fieldsOf(z, bundle);
  return fields
    .filter((field) => !field.is_read_only)
    .map(({ key, label, type, is_multi, options }) => ({
      key: `${PREFIX}${key}`,
      label,
      type: KINDS[type] ?? "string",
      list: is_multi,
      ...(options ? { choices: choicesOf(options) } : {}),
    }));
}

/** By what a record can be known: its email, phone or address, and what is unique. */
export async function matchField(z, bundle) {
  const fields = await fieldsOf(z, bundle);
  const known = fields.filter(({ is_unique, type }) => is_unique || ["email", "phone", "url"].includes(type));
  return [
    {
      key: "match",
      label: "Match by",
      required: true,
      type: "string",
      choices: Object.fromEntries(known.map(({ key, label }) => [key, label])),
    },
  ];
}

/** The values that were entered, by the keys of their fields. */
export const valuesOf = (inputData) =>
  Object.fromEntries(
    Object.entries(inputData)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, value]) => [key.slice(PREFIX.length), value]),
  );

async function fieldsOf(z, bundle) {
  const types = await readTypes(z, bundle);
  return types.find(({ key }) => key === bundle.inputData.type)?.fields ?? [];
}

const choicesOf = (options) => Object.fromEntries(options.filter(({ retired }) => !retired).map(({ key, label }) => [key, label]));

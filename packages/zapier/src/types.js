import { addressOf } from "./connection.js";

/** The record types of this company, its own ones included. */
export async function readTypes(z, bundle) {
  const { data } = await z.request({ url: addressOf(bundle, "/types") });
  return data.items;
}

const hidden = (key, noun, perform, sample) => ({
  key,
  noun,
  // Nobody starts a Zap with these: they fill a list to choose from.
  display: {
    label: `List of ${noun.toLowerCase()}s`,
    description: `Fills the list of ${noun.toLowerCase()}s to choose from.`,
    hidden: true,
  },
  operation: { type: "polling", perform, sample },
});

export const listTypes = hidden(
  "list_types",
  "Type",
  async (z, bundle) => (await readTypes(z, bundle)).map(({ key, label }) => ({ id: key, name: label })),
  { id: "contact", name: "Contact" },
);

export const listEvents = hidden(
  "list_events",
  "Event",
  async (z, bundle) => {
    const { data } = await z.request({ url: addressOf(bundle, "/event-types") });
    return data.items.filter(({ type }) => type.startsWith("record.")).map(({ type, label }) => ({ id: type, name: label }));
  },
  { id: "record.created", name: "Record created" },
);

/** The field in which people choose a type. */
export const typeField = {
  key: "type",
  label: "Type",
  required: true,
  type: "string",
  dynamic: "list_types.id.name",
  altersDynamicFields: true,
};

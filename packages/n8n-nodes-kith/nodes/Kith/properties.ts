import type { INodeProperties } from "n8n-workflow";

const shownFor = (...operation: string[]) => ({ show: { resource: ["record"], operation } });

/** What a person fills in. The order is the order in the editor. */
export const properties: INodeProperties[] = [
  {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: [{ name: "Record", value: "record" }],
    default: "record",
  },
  {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: ["record"] } },
    options: [
      { name: "Add Note", value: "addNote", action: "Add a note to a record", description: "Write a note on a record" },
      { name: "Create", value: "create", action: "Create a record", description: "Create a record" },
      {
        name: "Create or Update",
        value: "upsert",
        action: "Create or update a record",
        description: "Create a new record, or update the current one if it already exists (upsert)",
      },
      { name: "Delete", value: "delete", action: "Delete a record", description: "Move a record to the trash, for 30 days" },
      { name: "Get", value: "get", action: "Get a record", description: "Read a record" },
      { name: "Get Many", value: "getAll", action: "Get many records", description: "List records of a type by a filter" },
      { name: "Search", value: "search", action: "Search records", description: "Find records of every type by some words" },
      { name: "Update", value: "update", action: "Update a record", description: "Change some values of a record" },
    ],
    default: "getAll",
  },
  {
    displayName: "Type",
    name: "type",
    type: "resourceLocator",
    default: { mode: "list", value: "" },
    required: true,
    displayOptions: shownFor("addNote", "create", "upsert", "delete", "get", "getAll", "update"),
    modes: [
      { displayName: "From List", name: "list", type: "list", typeOptions: { searchListMethod: "searchTypes", searchable: true } },
      { displayName: "By Key", name: "key", type: "string", placeholder: "deal" },
    ],
  },
  {
    displayName: "Record ID",
    name: "id",
    type: "string",
    default: "",
    required: true,
    placeholder: "rec_01k9y3m5t7v9x1b3d5f7h9jkm0",
    displayOptions: shownFor("addNote", "delete", "get", "update"),
  },
  ...(["create", "upsert", "update"] as const).map(valuesFor),
  {
    displayName: "Text",
    name: "text",
    type: "string",
    typeOptions: { rows: 4 },
    default: "",
    required: true,
    displayOptions: shownFor("addNote"),
  },
  {
    displayName: "Words",
    name: "query",
    type: "string",
    default: "",
    required: true,
    placeholder: "fernhill",
    description: "What to find, such as a part of a name, an email or a phone number",
    displayOptions: shownFor("search"),
  },
  {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    displayOptions: shownFor("getAll"),
    description: "Whether to return all results or only up to a given limit",
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: { show: { resource: ["record"], operation: ["getAll"], returnAll: [false] } },
    description: "Max number of results to return",
  },
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    typeOptions: { minValue: 1, maxValue: 50 },
    default: 50,
    displayOptions: shownFor("search"),
    description: "Max number of results to return",
  },
  {
    displayName: "Filter",
    name: "filter",
    type: "string",
    default: "",
    placeholder: "stage:won amount>1000",
    displayOptions: shownFor("getAll"),
    description: "In the filter language of Kith: what you type above a list there works here",
  },
];

/** The fields of the chosen type. For Create or Update one of them says which record is meant. */
function valuesFor(operation: "create" | "upsert" | "update"): INodeProperties {
  return {
    displayName: "Values",
    name: "values",
    type: "resourceMapper",
    noDataExpression: true,
    default: { mappingMode: "defineBelow", value: null },
    required: true,
    displayOptions: shownFor(operation),
    typeOptions: {
      loadOptionsDependsOn: ["type.value"],
      resourceMapper: {
        resourceMapperMethod: "getFields",
        mode: operation === "create" ? "add" : operation,
        fieldWords: { singular: "field", plural: "fields" },
        addAllFields: false,
        supportAutoMap: true,
        multiKeyMatch: false,
        ...(operation === "upsert"
          ? { matchingFieldsLabels: { title: "Match By", description: "The field that says which record is meant, such as the email" } }
          : {}),
      },
    },
  };
}

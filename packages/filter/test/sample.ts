import type { Lookup, Person, TypeSchema } from "../src/index.ts";

// A small company with every type of field: what the tests of the language, and of what compiles it, run on.

export const PEOPLE: readonly Person[] = [
  { id: "usr_mara", name: "Mara Lindqvist", email: "mara@example.com" },
  { id: "usr_joel", name: "Joel Adeyemi", email: "joel@example.com" },
  { id: "usr_ines", name: "Ines Costa", email: "Ines@Example.com" },
  { id: "usr_joel2", name: "Joel Brandt", email: "j.brandt@example.com" },
];

const DEAL: TypeSchema = {
  key: "deal",
  label: "Deal",
  labelPlural: "Deals",
  flags: ["open", "won", "lost", "overdue", "mine", "unassigned", "deleted"],
  roles: { date: "close_date" },
  fields: [
    { key: "name", label: "Name", type: "text" },
    { key: "amount", label: "Amount", type: "money" },
    {
      key: "stage",
      label: "Stage",
      type: "stage",
      options: [
        { key: "new", label: "New", state: "open" },
        { key: "proposal", label: "Proposal", state: "open" },
        { key: "negotiation", label: "Negotiation", state: "open" },
        { key: "won", label: "Won", state: "won" },
        { key: "lost", label: "Lost to a competitor", state: "lost" },
      ],
    },
    { key: "close_date", label: "Close date", type: "date" },
    { key: "created_at", label: "Created", type: "datetime" },
    { key: "owner", label: "Owner", type: "user" },
    { key: "source", label: "Source", type: "select", options: choices("form", "ads", "import", "fair") },
    { key: "tags", label: "Tags", type: "multi_select", isMulti: true, options: choices("vip", "renewal", "true", "today") },
    { key: "probability", label: "Probability", type: "number" },
    { key: "fit", label: "Fit", type: "rating" },
    { key: "notes", label: "Notes", type: "long_text" },
    { key: "website", label: "Website", type: "url" },
    { key: "is_hot", label: "Hot?", type: "boolean" },
    { key: "organization", label: "Organization", type: "relation", relation: { type: "organization", isMany: false } },
    { key: "contacts", label: "People", type: "relation", relation: { type: "contact", isMany: true } },
    { key: "tasks", label: "Tasks", type: "relation", relation: { type: "task", isMany: true } },
    { key: "stage_note", label: "Note", type: "text" },
    { key: "other_note", label: "Note", type: "text" },
    { key: "has", label: "A field with an awkward key", type: "text" },
  ],
};

const ORGANIZATION: TypeSchema = {
  key: "organization",
  label: "Organization",
  labelPlural: "Organizations",
  flags: ["mine", "unassigned", "deleted"],
  fields: [
    { key: "name", label: "Name", type: "text" },
    { key: "country", label: "Country", type: "select", options: choices("DE", "AT", "FR") },
    { key: "employees", label: "Employees", type: "number" },
    { key: "founded", label: "Founded", type: "date" },
    { key: "owner", label: "Owner", type: "user" },
    { key: "deals", label: "Deals", type: "relation", relation: { type: "deal", isMany: true } },
    { key: "contacts", label: "Contacts", type: "relation", relation: { type: "contact", isMany: true } },
  ],
};

const CONTACT: TypeSchema = {
  key: "contact",
  label: "Contact",
  labelPlural: "Contacts",
  flags: ["mine", "unassigned", "deleted"],
  fields: [
    { key: "name", label: "Name", type: "text" },
    { key: "nicknames", label: "Nicknames", type: "text", isMulti: true },
    { key: "email", label: "Email", type: "email", isMulti: true },
    { key: "phone", label: "Phone", type: "phone", isMulti: true },
    { key: "owner", label: "Owner", type: "user" },
    { key: "organization", label: "Organization", type: "relation", relation: { type: "organization", isMany: false } },
    { key: "deals", label: "Deals", type: "relation", relation: { type: "deal", isMany: true } },
  ],
};

const TASK: TypeSchema = {
  key: "task",
  label: "Task",
  labelPlural: "Tasks",
  flags: ["overdue", "mine", "unassigned", "deleted"],
  roles: { date: "due_at", owner: "assignee", done: "done" },
  fields: [
    { key: "name", label: "Name", type: "text" },
    { key: "done", label: "Done", type: "boolean" },
    { key: "due_at", label: "Due", type: "datetime" },
    { key: "assignee", label: "Assignee", type: "user" },
    { key: "deal", label: "Deal", type: "relation", relation: { type: "deal", isMany: false } },
  ],
};

export const TYPES: readonly TypeSchema[] = [DEAL, ORGANIZATION, CONTACT, TASK];

export const lookup: Lookup = (key) => TYPES.find((type) => type.key === key);

/** Which fields are the two ends of one relation: a link leads from a record of the first to a record of the second. */
export const RELATIONS = [
  { name: "deal_organization", from: { type: "deal", field: "organization" }, to: { type: "organization", field: "deals" } },
  { name: "contact_organization", from: { type: "contact", field: "organization" }, to: { type: "organization", field: "contacts" } },
  { name: "deal_contact", from: { type: "deal", field: "contacts" }, to: { type: "contact", field: "deals" } },
  { name: "task_deal", from: { type: "task", field: "deal" }, to: { type: "deal", field: "tasks" } },
] as const;

function choices(...keys: string[]) {
  return keys.map((key) => ({ key, label: key.charAt(0).toUpperCase() + key.slice(1) }));
}

import type { FieldKind } from "@kith/filter/kinds";
import type { OptionDefinition } from "./definition.ts";

interface StartingField {
  key: string;
  label: string;
  kind: FieldKind;
  isMulti?: boolean;
  isDomain?: boolean;
  options?: OptionDefinition[];
  related?: { type: string; isMany?: boolean; inverse: string; inverseLabel: string };
}

interface StartingType {
  key: string;
  label: string;
  labelPlural: string;
  icon: string;
  stage?: string;
  amount?: string;
  date?: string;
  fields: StartingField[];
}

const choices = (...labels: string[]): OptionDefinition[] =>
  labels.map((label) => ({ key: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"), label }));
const stage = (key: string, label: string, probability: number, state: "open" | "won" | "lost" = "open"): OptionDefinition => ({
  key,
  label,
  probability,
  state,
});
const SOURCES = choices("Website", "Referral", "Event", "Ads", "Outbound", "Import", "Other");

/** What every company starts with. From then on the types are its own. */
export const STARTING_TYPES: StartingType[] = [
  {
    key: "organization",
    label: "Organization",
    labelPlural: "Organizations",
    icon: "building",
    fields: [
      { key: "website", label: "Website", kind: "url", isDomain: true },
      {
        key: "industry",
        label: "Industry",
        kind: "select",
        options: choices("Manufacturing", "Software", "Healthcare", "Energy", "Retail", "Finance", "Education", "Public sector", "Other"),
      },
      {
        key: "size",
        label: "Employees",
        kind: "select",
        options: ["1_10", "11_50", "51_200", "201_1000", "1001"].map((key) => ({
          key: `s${key}`,
          label: key === "1001" ? "More than 1,000" : key.replace("_", " to "),
        })),
      },
      { key: "phone", label: "Phone", kind: "phone", isMulti: true },
      { key: "city", label: "City", kind: "text" },
      { key: "country", label: "Country", kind: "text" },
      { key: "description", label: "Description", kind: "long_text" },
    ],
  },
  {
    key: "contact",
    label: "Contact",
    labelPlural: "Contacts",
    icon: "users",
    fields: [
      { key: "email", label: "Email", kind: "email", isMulti: true },
      { key: "phone", label: "Phone", kind: "phone", isMulti: true },
      { key: "job_title", label: "Job title", kind: "text" },
      {
        key: "organization",
        label: "Organization",
        kind: "relation",
        related: { type: "organization", inverse: "contacts", inverseLabel: "Contacts" },
      },
      { key: "source", label: "Source", kind: "select", options: SOURCES },
      { key: "city", label: "City", kind: "text" },
      { key: "country", label: "Country", kind: "text" },
      { key: "last_contacted", label: "Last contacted", kind: "datetime" },
      { key: "do_not_contact", label: "Do not contact", kind: "boolean" },
    ],
  },
  {
    key: "deal",
    label: "Deal",
    labelPlural: "Deals",
    icon: "coins",
    stage: "stage",
    amount: "amount",
    date: "close_date",
    fields: [
      {
        key: "stage",
        label: "Stage",
        kind: "stage",
        options: [
          stage("qualified", "Qualified", 10),
          stage("discovery", "Discovery", 25),
          stage("proposal", "Proposal", 50),
          stage("negotiation", "Negotiation", 75),
          stage("won", "Won", 100, "won"),
          stage("lost", "Lost", 0, "lost"),
        ],
      },
      { key: "amount", label: "Amount", kind: "money" },
      { key: "close_date", label: "Close date", kind: "date" },
      {
        key: "organization",
        label: "Organization",
        kind: "relation",
        related: { type: "organization", inverse: "deals", inverseLabel: "Deals" },
      },
      {
        key: "contacts",
        label: "Contacts",
        kind: "relation",
        related: { type: "contact", isMany: true, inverse: "deals", inverseLabel: "Deals" },
      },
      { key: "source", label: "Source", kind: "select", options: SOURCES },
      {
        key: "lost_reason",
        label: "Lost reason",
        kind: "select",
        options: choices("Price", "Timing", "Competitor", "No decision", "Not a fit"),
      },
      { key: "next_step", label: "Next step", kind: "text" },
    ],
  },
  {
    key: "lead",
    label: "Lead",
    labelPlural: "Leads",
    icon: "user-plus",
    stage: "status",
    fields: [
      {
        key: "status",
        label: "Status",
        kind: "stage",
        options: [
          stage("new", "New", 5),
          stage("working", "Working", 20),
          stage("qualified", "Qualified", 100, "won"),
          stage("disqualified", "Disqualified", 0, "lost"),
        ],
      },
      { key: "email", label: "Email", kind: "email", isMulti: true },
      { key: "phone", label: "Phone", kind: "phone", isMulti: true },
      { key: "company", label: "Organization name", kind: "text" },
      { key: "source", label: "Source", kind: "select", options: SOURCES },
      { key: "message", label: "Message", kind: "long_text" },
      { key: "campaign", label: "Campaign", kind: "text" },
      { key: "contact", label: "Contact", kind: "relation", related: { type: "contact", inverse: "leads", inverseLabel: "Leads" } },
      {
        key: "organization",
        label: "Organization",
        kind: "relation",
        related: { type: "organization", inverse: "leads", inverseLabel: "Leads" },
      },
      { key: "deal", label: "Deal", kind: "relation", related: { type: "deal", inverse: "leads", inverseLabel: "Leads" } },
    ],
  },
  {
    key: "task",
    label: "Task",
    labelPlural: "Tasks",
    icon: "circle-check",
    stage: "state",
    date: "due",
    fields: [
      {
        key: "state",
        label: "State",
        kind: "stage",
        options: [stage("open", "Open", 0), stage("done", "Done", 100, "won"), stage("dropped", "Dropped", 0, "lost")],
      },
      { key: "due", label: "Due", kind: "date" },
      { key: "priority", label: "Priority", kind: "select", options: choices("Low", "Normal", "High") },
      { key: "deal", label: "Deal", kind: "relation", related: { type: "deal", inverse: "tasks", inverseLabel: "Tasks" } },
      { key: "contact", label: "Contact", kind: "relation", related: { type: "contact", inverse: "tasks", inverseLabel: "Tasks" } },
      {
        key: "organization",
        label: "Organization",
        kind: "relation",
        related: { type: "organization", inverse: "tasks", inverseLabel: "Tasks" },
      },
      { key: "description", label: "Description", kind: "long_text" },
    ],
  },
];

import type { FieldSchema, OptionSchema, TypeSchema } from "@kith/filter";

// What a filter can say about a conversation. Pure: the server runs filters with it, the browser helps to write them.

const STATES: readonly OptionSchema[] = [
  { key: "open", label: "Open", state: "open" },
  { key: "snoozed", label: "Snoozed" },
  { key: "closed", label: "Closed" },
  { key: "spam", label: "Spam" },
];

const WAITS_FOR: readonly OptionSchema[] = [
  { key: "us", label: "Us" },
  { key: "them", label: "Them" },
];

const FIELDS = [
  { key: "state", label: "State", type: "select", options: STATES },
  { key: "channel", label: "Channel", type: "select" },
  { key: "assignee", label: "Assignee", type: "user" },
  { key: "due", label: "Due", type: "datetime" },
  { key: "last", label: "Last message", type: "datetime" },
  { key: "created", label: "Created", type: "datetime" },
  { key: "snoozed_until", label: "Snoozed until", type: "datetime" },
  { key: "subject", label: "Subject", type: "text" },
  { key: "waits_for", label: "Waits for", type: "select", options: WAITS_FOR },
  { key: "tag", label: "Tag", type: "text" },
  { key: "from", label: "From", type: "text" },
  { key: "contact", label: "Contact", type: "text" },
  { key: "attachment", label: "Attachment", type: "boolean" },
  { key: "unread", label: "Unread", type: "boolean" },
  { key: "shared", label: "Shared", type: "boolean" },
] as const satisfies FieldSchema[];

export type ConversationKey = (typeof FIELDS)[number]["key"];

interface ConversationSchema extends TypeSchema {
  fields: readonly (FieldSchema & { key: ConversationKey })[];
}

/** For one member: of channels they know only those they see, each by its id. */
export const conversationSchema = (channels: readonly OptionSchema[]): ConversationSchema => ({
  key: "conversation",
  label: "Conversation",
  labelPlural: "Conversations",
  fields: FIELDS.map((field) => (field.key === "channel" ? { ...field, options: channels } : field)),
  flags: ["open", "overdue", "mine", "unassigned"],
  roles: { stage: "state", owner: "assignee", date: "due" },
});

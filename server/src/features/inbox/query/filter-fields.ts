import type { FieldSchema, TypeSchema } from "@kith/filter";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { showId } from "../../../platform/ids.ts";
import type { Sight } from "../sight.ts";

// What a filter can say about a conversation. `c` is its row.

/** A field as the language knows it, and what it is in SQL. */
export interface ConversationField extends FieldSchema {
  /** The value that is compared; of several values, `each` is one of them. */
  value: Sql;
  /** Where the field has several values: `from … where …` that gives them as `each`. */
  several?: Sql;
  /** Whether there is a value. */
  isSet: Sql;
}

const column = (key: string, label: string, type: FieldSchema["type"], name: string): ConversationField => {
  const value = raw(`c.${name}`);
  return { key, label, type, value, isSet: sql`${value} is not null` };
};

const isTrue = (key: string, label: string, value: Sql): ConversationField => ({ key, label, type: "boolean", value, isSet: value });

const STATES: FieldSchema["options"] = [
  { key: "open", label: "Open", state: "open" },
  { key: "snoozed", label: "Snoozed" },
  { key: "closed", label: "Closed" },
  { key: "spam", label: "Spam" },
];

const WAITS_FOR: FieldSchema["options"] = [
  { key: "us", label: "Us" },
  { key: "them", label: "Them" },
];

/** The fields, for one member: of channels they know only those they see. */
export function conversationFields(companyId: string, userId: string, sight: Sight): ConversationField[] {
  const channels = sight.channels.map(({ id, name }) => ({ key: showId("chn", id), label: name }));
  const files = sql`exists (select from messages f where f.company_id = ${companyId} and f.conversation_id = c.id and f.file_count > 0)`;
  const seen = sql`exists (select from conversation_reads s where s.company_id = ${companyId} and s.user_id = ${userId}
    and s.conversation_id = c.id and s.seen_message_id = c.last_message_id)`;
  return [
    { ...column("state", "State", "select", "state"), options: STATES },
    { ...column("channel", "Channel", "select", "channel_id"), value: raw("c.channel_id"), options: channels },
    column("assignee", "Assignee", "user", "assignee_id"),
    column("due", "Due", "datetime", "due_at"),
    column("last", "Last message", "datetime", "last_at"),
    column("created", "Created", "datetime", "created_at"),
    column("snoozed_until", "Snoozed until", "datetime", "snoozed_until"),
    { ...column("subject", "Subject", "text", "subject"), isSet: raw("c.subject <> ''") },
    { ...column("waits_for", "Waits for", "select", "waits_for"), options: WAITS_FOR },
    {
      key: "tag",
      label: "Tag",
      type: "text",
      value: raw("each.value"),
      several: raw("from unnest(c.tags) as each (value) where true"),
      isSet: raw("c.tags <> '{}'"),
    },
    {
      key: "from",
      label: "From",
      type: "text",
      value: raw("each.sender ->> 'address'"),
      several: sql`from messages each where each.company_id = ${companyId} and each.conversation_id = c.id and each.direction = 'in'`,
      isSet: raw("true"),
    },
    {
      key: "contact",
      label: "Contact",
      type: "text",
      value: raw("each.title"),
      several: sql`from records each where each.company_id = ${companyId} and each.id = c.contact_id`,
      isSet: raw("c.contact_id is not null"),
    },
    isTrue("attachment", "Attachment", files),
    isTrue("unread", "Unread", sql`(c.last_message_id is not null and not ${seen})`),
    isTrue("shared", "Shared", raw("c.is_shared")),
  ];
}

export const conversationSchema = (fields: ConversationField[]): TypeSchema => ({
  key: "conversation",
  label: "Conversation",
  labelPlural: "Conversations",
  fields,
  flags: ["open", "overdue", "mine", "unassigned"],
  roles: { stage: "state", owner: "assignee", date: "due" },
});

import type { FieldSchema, TypeSchema } from "@kith/filter";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { showId } from "../../../platform/ids.ts";
import { type ConversationKey, conversationSchema } from "../filter-schema.ts";
import type { Sight } from "../sight.ts";

/** What a field is in SQL. `c` is the conversation's row. */
interface FieldSql {
  /** The value that is compared; of several values, `each` is one of them. */
  value: Sql;
  /** Where the field has several values: `from … where …` that gives them as `each`. */
  several?: Sql;
  /** Whether there is a value. */
  isSet: Sql;
}

/** A field as the language knows it, and what it is in SQL. */
export interface ConversationField extends FieldSchema, FieldSql {}

interface ConversationType extends TypeSchema {
  fields: readonly ConversationField[];
}

const column = (name: string): FieldSql => {
  const value = raw(`c.${name}`);
  return { value, isSet: sql`${value} is not null` };
};

const isTrue = (value: Sql): FieldSql => ({ value, isSet: value });

/** The type, for one member. */
export function conversationType(companyId: string, userId: string, sight: Sight): ConversationType {
  const schema = conversationSchema(sight.channels.map(({ id, name }) => ({ key: showId("chn", id), label: name })));
  const inSql = fieldsInSql(companyId, userId);
  return { ...schema, fields: schema.fields.map((field) => ({ ...field, ...inSql[field.key] })) };
}

function fieldsInSql(companyId: string, userId: string): Record<ConversationKey, FieldSql> {
  const files = sql`exists (select from messages f where f.company_id = ${companyId} and f.conversation_id = c.id and f.file_count > 0)`;
  const seen = sql`exists (select from conversation_reads s where s.company_id = ${companyId} and s.user_id = ${userId}
    and s.conversation_id = c.id and s.seen_message_id = c.last_message_id)`;
  return {
    state: column("state"),
    channel: column("channel_id"),
    assignee: column("assignee_id"),
    due: column("due_at"),
    last: column("last_at"),
    created: column("created_at"),
    snoozed_until: column("snoozed_until"),
    subject: { ...column("subject"), isSet: raw("c.subject <> ''") },
    waits_for: column("waits_for"),
    tag: {
      value: raw("each.value"),
      several: raw("from unnest(c.tags) as each (value) where true"),
      isSet: raw("c.tags <> '{}'"),
    },
    from: {
      value: raw("each.sender ->> 'address'"),
      several: sql`from messages each where each.company_id = ${companyId} and each.conversation_id = c.id and each.direction = 'in'`,
      isSet: raw("true"),
    },
    contact: {
      value: raw("each.title"),
      several: sql`from records each where each.company_id = ${companyId} and each.id = c.contact_id`,
      isSet: raw("c.contact_id is not null"),
    },
    attachment: isTrue(files),
    unread: isTrue(sql`(c.last_message_id is not null and not ${seen})`),
    shared: isTrue(raw("c.is_shared")),
  };
}

import { instantRanges, type CheckedNode, type Comparison, type Moment, type Test } from "@kith/filter";
import { join, raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { channelId } from "../../channels/shapes.ts";
import { memberId } from "../../members/operations.ts";
import type { ConversationField } from "./filter-fields.ts";
import { wordsQuery } from "./words.ts";

export interface Setting {
  companyId: string;
  me: string;
  moment: Moment;
  fields: readonly ConversationField[];
  /** A condition on `company_messages m`: those the member sees. */
  seenMessages: Sql;
}

/** A checked filter as a condition on `conversations c`. Values are bind parameters. `not` is written `is not true`, as for records. */
export function compileFilter(setting: Setting, node: CheckedNode): Sql {
  switch (node.kind) {
    case "and":
      return sql`(${join(
        node.nodes.map((inner) => compileFilter(setting, inner)),
        " and ",
        "true",
      )})`;
    case "or":
      return sql`(${join(
        node.nodes.map((inner) => compileFilter(setting, inner)),
        " or ",
        "false",
      )})`;
    case "not":
      return sql`((${compileFilter(setting, node.node)}) is not true)`;
    case "text":
      return hasWords(setting, node.text);
    case "set":
      return fieldOf(setting, node.field.key).isSet;
    case "test":
      return compileTest(setting, fieldOf(setting, node.field.key), node.test);
    // Conversations are never in the trash, and have no relations in the language.
    case "deleted":
    case "any":
    case "count":
      return raw("false");
  }
}

function fieldOf({ fields }: Setting, key: string): ConversationField {
  const field = fields.find((one) => one.key === key);
  if (!field) throw new Error(`conversations have no field ${key}, though the filter was checked`);
  return field;
}

function hasWords({ companyId, seenMessages }: Setting, text: string): Sql {
  const query = wordsQuery(text);
  if (query === undefined) return raw("false");
  return sql`exists (select from company_messages m where m.company_id = ${companyId} and m.conversation_id = c.id
    and m.words @@ ${query}::tsquery and ${seenMessages})`;
}

function compileTest(setting: Setting, field: ConversationField, test: Test): Sql {
  const condition = testValue(setting, field, test);
  return field.several ? sql`exists (select ${field.several} and ${condition})` : condition;
}

function testValue(setting: Setting, field: ConversationField, test: Test): Sql {
  switch (test.of) {
    case "text":
      return compareTo(sql`fold(${field.value})`, test, (value) => sql`${value}`);
    case "match":
      return sql`fold(${field.value}) like ${`${test.op === "contains" ? "%" : ""}${escapeLike(test.value)}%`}`;
    case "instant":
      return anyRange(field.value, instantRanges(test, setting.moment));
    case "boolean":
      return sql`(${field.value}) = any(${test.values}::boolean[])`;
    case "option":
      return field.key === "channel"
        ? sql`${field.value} = any(${test.values.map((one) => channelId.decode(one))}::uuid[])`
        : sql`${field.value} = any(${test.values}::text[])`;
    case "user": {
      const ids = test.values.map((one) => (one.kind === "me" ? setting.me : memberId.decode(one.id)));
      return sql`${field.value} = any(${ids}::uuid[])`;
    }
    // No field of a conversation is such a value.
    case "number":
    case "day":
    case "record":
      return raw("false");
  }
}

const SYMBOLS = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function compareTo<T>(value: Sql, test: Comparison<T>, bind: (value: T) => Sql): Sql {
  if (test.op === "in") return sql`${value} in (${join(test.values.map(bind), ", ", "null")})`;
  if (test.op !== "between") return sql`${value} ${raw(SYMBOLS[test.op])} ${bind(test.value)}`;
  const ends = [
    ...(test.from === undefined ? [] : [sql`${value} >= ${bind(test.from)}`]),
    ...(test.to === undefined ? [] : [sql`${value} <= ${bind(test.to)}`]),
  ];
  return sql`(${join(ends, " and ", "true")} and ${value} is not null)`;
}

function anyRange(value: Sql, ranges: ReturnType<typeof instantRanges>): Sql {
  const within = ranges.map(({ start, end }) => {
    const ends = [
      ...(start === undefined ? [] : [sql`${value} >= ${new Date(start)}`]),
      ...(end === undefined ? [] : [sql`${value} < ${new Date(end)}`]),
    ];
    return sql`(${join(ends, " and ", "true")} and ${value} is not null)`;
  });
  return sql`(${join(within, " or ", "false")})`;
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

import { readFilter, zoneNamed, type CheckedNode, type Person } from "@kith/filter";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { raw, sql, type Sql } from "../../../platform/postgres/sql.ts";
import { peopleOf } from "../../records/index.ts";
import type { Schemas } from "../../types/index.ts";
import type { ConversationState } from "../conversation-store.ts";
import { CONVERSATION_STATES } from "../shapes.ts";
import type { Sight } from "../sight.ts";
import { compileFilter, type Setting } from "./compile.ts";
import { conversationType } from "./filter-fields.ts";
import { wordsQuery } from "./words.ts";

export interface ReadFilter {
  /** Only these are read: an index has them in order, each. */
  states: ConversationState[];
  /** A condition on `conversations c`, without the words. */
  condition: Sql;
  /** Of words that all must be in one message: a query on them. */
  words: string | undefined;
}

/** A filter on conversations. Words that stand beside the other conditions are taken out: they are found first. */
export async function readConversationFilter(call: Call<Member>, schemas: Schemas, sight: Sight, filter: string): Promise<ReadFilter> {
  if (filter.trim() === "") return { states: ["open"], condition: raw("true"), words: undefined };
  const { actor, clock } = call;
  const schema = await schemas.of(call);
  const type = conversationType(actor.companyId, actor.userId, sight);
  const readWith = (people: Person[]) =>
    readFilter(filter, { type: type.key, lookup: (key) => (key === type.key ? type : undefined), people, formats: schema.formats });
  // Most filters name no person.
  const alone = readWith([]);
  const result = alone.ok ? alone : readWith(await peopleOf(call));
  if (!result.ok) throw refuse(result.errors);
  const setting: Setting = {
    companyId: actor.companyId,
    me: actor.userId,
    moment: { now: clock.now().getTime(), zone: zoneNamed(schema.timeZone), weekStart: schema.formats.weekStart },
    fields: type.fields,
    seenMessages: sql`(m.channel_id = any(${sight.ids}::uuid[]) or c.is_shared)`,
  };
  const parts = result.checked.kind === "and" ? result.checked.nodes : [result.checked];
  const texts = parts.flatMap((part) => ("text" in part ? [part.text] : []));
  const rest = parts.filter((part) => !("text" in part));
  const queries = texts.flatMap((text) => wordsQuery(text) ?? []);
  return {
    states: statesOf(parts),
    condition: texts.length > queries.length ? raw("false") : compileFilter(setting, { kind: "and", nodes: rest }),
    words: queries.length > 0 ? queries.map((query) => `(${query})`).join(" & ") : undefined,
  };
}

/** The states that a filter allows. One that says nothing about them means open ones, and with words all but spam. */
function statesOf(parts: readonly CheckedNode[]): ConversationState[] {
  for (const part of parts)
    if (part.kind === "test" && part.field.key === "state" && part.test.of === "option") {
      const { values } = part.test;
      return CONVERSATION_STATES.filter((state) => values.includes(state));
    }
  const isAboutState = (node: CheckedNode) => (node.kind === "test" || node.kind === "set") && node.field.key === "state";
  if (parts.some((part) => hasNode(part, isAboutState))) return [...CONVERSATION_STATES];
  return parts.some((part) => hasNode(part, (node) => "text" in node)) ? CONVERSATION_STATES.filter((state) => state !== "spam") : ["open"];
}

function hasNode(node: CheckedNode, isIt: (node: CheckedNode) => boolean): boolean {
  if (isIt(node)) return true;
  if (node.kind === "and" || node.kind === "or") return node.nodes.some((inner) => hasNode(inner, isIt));
  return node.kind === "not" && hasNode(node.node, isIt);
}

function refuse(errors: readonly { message: string; pointer?: string }[]): AppError {
  const fieldErrors = errors.map(({ pointer = "", ...error }) => ({ ...error, pointer: `/filter${pointer}` }));
  return new AppError(400, "bad_filter", errors[0]?.message ?? "The filter cannot be understood.", { errors: fieldErrors });
}

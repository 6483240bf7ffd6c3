import { all, parse, print, type FilterError, type FilterNode } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Sql } from "../../platform/postgres/sql.ts";
import { matchCondition, typeNamed } from "../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";

/**
 * A webhook's filter as a condition for each type that it can match. Unlike the filter of a list it is not about one type: `type:deal`
 * names the types, and what a type has no field for does not match records of that type. It is an error only if no type matches.
 */
export async function readWebhookFilter(call: Call<Member>, schema: CompanySchema, text: string): Promise<Map<string, Sql>> {
  const { types, filter } = splitTypes(schema, text);
  const conditions = new Map<string, Sql>();
  const refused: AppError[] = [];
  for (const type of types) {
    try {
      conditions.set(type.key, await matchCondition(call, schema, type, filter));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error);
    }
  }
  // The type that understood the most of it has the error that helps.
  const [best] = refused.toSorted((one, other) => (other.errors[0]?.from ?? 0) - (one.errors[0]?.from ?? 0));
  if (conditions.size === 0 && best) throw best;
  return conditions;
}

interface Split {
  types: TypeDefinition[];
  filter: string;
}

function splitTypes(schema: CompanySchema, text: string): Split {
  const parsed = parse(text);
  if (!parsed.ok) throw badFilter(parsed.errors[0]?.message ?? "The filter cannot be understood.", parsed.errors[0]);
  const nodes = parsed.tree.kind === "and" ? parsed.tree.nodes : [parsed.tree];
  let types = schema.types;
  const rest: FilterNode[] = [];
  for (const node of nodes) {
    const isExcluding = node.kind === "not";
    const names = typeNames(isExcluding ? node.node : node);
    if (!names) {
      rest.push(node);
      continue;
    }
    const named = new Set(names.map((name) => typeNamed(schema, name)));
    types = types.filter((type) => named.has(type) !== isExcluding);
  }
  if (types.length === 0) throw badFilter("No record has all of these types.");
  return { types, filter: rest.length === 0 ? "" : print(all(rest)) };
}

/** The types that a condition such as `type:deal,lead` names. */
function typeNames(node: FilterNode): string[] | undefined {
  if (node.kind !== "compare" || node.op !== "eq" || node.path.length !== 1 || node.path[0]?.toLowerCase() !== "type") return undefined;
  return node.values.flatMap((value) => (value.kind === "value" ? [value.text] : []));
}

const badFilter = (message: string, error: Partial<FilterError> = {}) =>
  new AppError(400, "bad_filter", message, { errors: [{ ...error, pointer: "/filter", message }] });

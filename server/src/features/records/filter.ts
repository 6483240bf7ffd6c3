import { createZone, readFilter, type CheckedNode, type FilterError, type TypeSchema } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import { raw, sql, type Sql } from "../../platform/postgres/sql.ts";
import { memberId } from "../members/operations.ts";
import { filterSchema, presentType, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { compileFilter } from "./compile-filter.ts";
import * as store from "./store.ts";

const LIVE = raw("r.deleted_at is null");

/** The filter as a condition on `records r`: text or JSON, checked against the type. The trash is left out unless it is asked for. */
export async function conditionFor(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, filter: unknown): Promise<Sql> {
  if (filter === undefined || filter === null || filter === "") return LIVE;
  const { actor, clock } = call;
  const people = (await store.people(call.tx, actor.companyId)).map((person) => ({ ...person, id: memberId.encode(person.id) }));
  const result = readFilter(filter, { type: type.key, lookup: lookupIn(schema), people });
  if (!result.ok) throw refuse(result.errors);
  const setting = {
    companyId: actor.companyId,
    me: actor.userId,
    schema,
    moment: { now: clock.now().getTime(), zone: createZone(actor.company.timeZone) },
  };
  const condition = compileFilter(setting, result.checked, type, "r");
  return asksForTrash(result.checked) ? condition : sql`${LIVE} and ${condition}`;
}

function asksForTrash(node: CheckedNode): boolean {
  if (node.kind === "deleted") return true;
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(asksForTrash);
  return node.kind === "not" && asksForTrash(node.node);
}

/** A wrong filter says where, what was expected, and the nearest that would be right. */
function refuse(errors: readonly FilterError[]): AppError {
  const complaints = errors.map((error) => ({ pointer: "/filter", message: error.message, ...(error.hint ? { hint: error.hint } : {}) }));
  return new AppError(400, "bad_filter", errors[0]?.message ?? "The filter cannot be understood.", { errors: complaints });
}

const lookupIn = (schema: CompanySchema) => (key: string) => {
  const type = schema.byKey.get(key);
  return type && schemaOf(type);
};

const schemas = new WeakMap<TypeDefinition, TypeSchema>();

/** Made once for each version of a company's types: every list needs it. */
function schemaOf(type: TypeDefinition): TypeSchema {
  const schema = schemas.get(type) ?? filterSchema(presentType(type));
  schemas.set(type, schema);
  return schema;
}

import { fromJson, print } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { conditionFor, isJsonFilter } from "./filter.ts";
import { fieldsNamed } from "./name-field.ts";
import { readSort } from "./sort.ts";

/** Refuses a view that could not be shown: filter, sort and columns must be of the type. */
export async function checkView(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  view: { filter: string; sort: string; columns: string[] },
): Promise<void> {
  await conditionFor(call, schema, type, view.filter);
  refuseJson(view.filter);
  readSort(type, view.sort);
  fieldsNamed(type, view.columns, "/columns");
}

/** A view is read and edited as text, in the filter bar and in URLs. */
function refuseJson(filter: string): void {
  if (!isJsonFilter(filter)) return;
  const read = fromJson(JSON.parse(filter));
  const hint = read.ok ? `Write ${print(read.tree)}` : "Write it as text.";
  throw invalid([{ pointer: "/filter", message: "A view keeps its filter as text, not as JSON.", hint }]);
}

import { fromJson, print } from "@kith/filter";
import { isCategory, KINDS } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../../types/index.ts";
import { conditionFor, isJsonFilter } from "./filter.ts";
import { fieldsNamed } from "../find-by-name.ts";
import { readSort } from "./sort.ts";

/** Refuses a view that could not be shown: filter, sort, columns and grouping must fit the type. */
export async function checkView(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  view: { filter: string; sort: string; columns: string[]; group_by?: string },
): Promise<void> {
  await conditionFor(call, schema, type, view.filter);
  refuseJson(view.filter);
  readSort(type, view.sort);
  const able = type.fields.filter((field) => isCategory(KINDS[field.kind]));
  const group = view.group_by ? findField(type, view.group_by) : undefined;
  if (view.group_by && !(group && able.includes(group)))
    throw invalid([
      {
        pointer: "/group_by",
        message: `${type.labelPlural} cannot be grouped by ${JSON.stringify(view.group_by)}.`,
        hint: `Group by one of ${able.map((field) => field.key).join(", ")}.`,
      },
    ]);
  fieldsNamed(type, view.columns, "/columns");
}

/** A view is read and edited as text, in the filter bar and in URLs. */
function refuseJson(filter: string): void {
  if (!isJsonFilter(filter)) return;
  const read = fromJson(JSON.parse(filter));
  const hint = read.ok ? `Write ${print(read.tree)}` : "Write it as text.";
  throw invalid([{ pointer: "/filter", message: "A view keeps its filter as text, not as JSON.", hint }]);
}

import { nearest } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { conditionFor } from "./filter.ts";
import { readSort } from "./sort.ts";

const GROUPED = ["stage", "select", "user"];

/** Refuses a view that could not be shown: filter, sort, columns and grouping must be of the type. */
export async function checkView(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  view: { filter: string; sort: string; columns: string[]; group_by?: string },
): Promise<void> {
  await conditionFor(call, schema, type, view.filter);
  readSort(type, view.sort);
  if (view.group_by && !GROUPED.includes(findField(type, view.group_by)?.kind ?? ""))
    throw invalid([
      {
        pointer: "/group_by",
        message: `${type.labelPlural} cannot be grouped by ${JSON.stringify(view.group_by)}.`,
        hint: `Group by one of ${type.fields
          .filter((field) => GROUPED.includes(field.kind))
          .map((field) => field.key)
          .join(", ")}.`,
      },
    ]);
  const unknown = view.columns.find((name) => !findField(type, name));
  if (unknown === undefined) return;
  const close = nearest(
    unknown,
    type.fields.map((field) => field.key),
  );
  throw invalid([
    {
      pointer: "/columns",
      message: `${type.labelPlural} have no field ${JSON.stringify(unknown)}.`,
      ...(close.length > 0 ? { hint: `Did you mean ${close.join(" or ")}?` } : {}),
    },
  ]);
}

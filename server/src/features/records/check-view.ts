import { nearest } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";
import { conditionFor } from "./filter.ts";
import { readSort } from "./sort.ts";

/** Refuses a view that could not be shown: filter, sort and columns must be of the type. */
export async function checkView(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  view: { filter: string; sort: string; columns: string[] },
): Promise<void> {
  await conditionFor(call, schema, type, view.filter);
  readSort(type, view.sort);
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

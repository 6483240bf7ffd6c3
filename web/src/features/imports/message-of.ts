import { ApiError } from "../../api.ts";

/** Every complaint: they are about the plan as a whole, and there are few. */
export function messageOf(error: Error): string {
  const said = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : [];
  return said.length > 0 ? said.join(" ") : error.message;
}

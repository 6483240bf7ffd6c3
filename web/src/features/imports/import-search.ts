/** What the address of the import says: a type to begin with, or an import and that its columns are to be chosen again. */
export interface ImportSearch {
  type?: string;
  id?: string;
  step?: "columns";
}

export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  return {
    ...(typeof search["type"] === "string" ? { type: search["type"] } : {}),
    ...(typeof search["id"] === "string" ? { id: search["id"] } : {}),
    ...(search["step"] === "columns" ? { step: "columns" } : {}),
  };
}

/** What the address of the data model says is open. */
export interface DataModelSearch {
  type?: string;
  open?: "new-type" | "type" | "new-field";
  /** The field whose dialog is open. */
  field?: string;
}

const DIALOGS = ["new-type", "type", "new-field"] as const;

export function readDataModelSearch(search: Record<string, unknown>): DataModelSearch {
  const open = DIALOGS.find((one) => one === search["open"]);
  return {
    ...(typeof search["type"] === "string" ? { type: search["type"] } : {}),
    ...(open ? { open } : {}),
    ...(typeof search["field"] === "string" ? { field: search["field"] } : {}),
  };
}

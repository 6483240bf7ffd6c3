import { PART_BYTES } from "../src/features/imports/operations.ts";
import type { Person } from "./service.ts";
import { until } from "./waiting.ts";

const WAIT_MS = 600_000;

export const readImport = (person: Person, id: string) => person.call("imports.get", { id });
export type ImportState = Awaited<ReturnType<typeof readImport>>;

/** Sends a file in parts, as the web application does. */
export async function uploadFile(person: Person, type: string, file: string | Buffer): Promise<string> {
  const bytes = Buffer.from(file);
  const { id, parts } = await person.call("imports.create", { type, name: "file.csv", size: bytes.length });
  for (let position = 0; position < parts; position++) {
    const base64 = bytes.subarray(position * PART_BYTES, (position + 1) * PART_BYTES).toString("base64");
    await person.call("imports.addPart", { id, position, base64 });
  }
  // A large file and a workbook are read by a worker first. Without one, the test looks at what is not read.
  for (let tries = 0; tries < 200 && (await readImport(person, id)).state === "reading"; tries++)
    await new Promise((resolve) => setTimeout(resolve, 25));
  return id;
}

/** Waits for an import to come to one of these states. A worker must be running. */
export async function untilImport(person: Person, id: string, ...states: ImportState["state"][]): Promise<ImportState> {
  let now = await readImport(person, id);
  await until(
    async () => states.includes((now = await readImport(person, id)).state),
    () => `the import is ${states.join(" or ")}, and not ${now.state}`,
    { patienceMs: WAIT_MS },
  );
  return now;
}

export interface ImportPlan {
  mode?: "create" | "upsert";
  match?: string;
  bad_cells?: "leave_empty" | "refuse_row";
  unknown?: "create" | "leave_empty" | "refuse_row";
  repeated_rows?: "refuse_row" | "import";
}

/** Upload, take the suggested mapping, check. */
export async function checkFile(
  person: Person,
  type: string,
  file: string | Buffer,
  { unknown: choice, mode = "create", ...plan }: ImportPlan = {},
): Promise<ImportState> {
  const id = await uploadFile(person, type, file);
  const { columns } = await person.call("imports.inspect", { id });
  const mapping = columns.flatMap(({ column, field, format, unknown: suggested }) => {
    const unknown = suggested && (choice ?? suggested);
    return field && (field !== "id" || plan.match === "id")
      ? [{ column, field, ...(format ? { format } : {}), ...(unknown ? { unknown } : {}) }]
      : [];
  });
  await person.call("imports.check", { id, mapping, mode, ...plan });
  return untilImport(person, id, "checked", "failed");
}

export async function importFile(person: Person, type: string, file: string | Buffer, plan: ImportPlan = {}): Promise<ImportState> {
  const { id } = await checkFile(person, type, file, plan);
  await person.call("imports.start", { id });
  return untilImport(person, id, "done", "failed");
}

export const countsOf = ({ rows, created, updated, skipped, failed }: ImportState) => ({ rows, created, updated, skipped, failed });

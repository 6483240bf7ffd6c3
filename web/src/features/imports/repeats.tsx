import { useWrite } from "../../calls.ts";
import { withArticle } from "../../ui/article.ts";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { Section } from "../../ui/page.tsx";
import { fieldOf, manyOf, oneOf, type RecordType } from "../types/index.ts";
import { count, type ImportDetail, type Plan } from "./import.ts";

const GROUPS_SHOWN = 5;
const ROWS_SHOWN = 6;

/** The rows that are about one record, and before the import what is to happen to them. */
export function Repeats({ file, type }: { file: ImportDetail; type: RecordType }) {
  const check = useWrite("imports.check", { refresh: ["imports.get", "imports.list"] });
  const { groups, rows } = file.repeats;
  const shared = sharedText(type, file);
  const named = groups.slice(0, GROUPS_SHOWN);
  const more = rows - named.reduce((sum, group) => sum + group.length - 1, 0);
  const choose = (repeated: NonNullable<Plan["repeated_rows"]>) => {
    if (repeated !== file.repeated_rows && !check.isPending) check.mutate({ id: file.id, ...planOf(file), repeated_rows: repeated });
  };
  const [first] = named;
  return (
    <Section
      title={
        groups.length === 1 && first ? `${rowNames(first)} share ${shared}` : `${count(rows)} rows share ${shared} with an earlier row`
      }
      lead={groups.length > 1 ? `${named.map(rowNames).join("; ")}${more > 0 ? `; and ${count(more)} more` : ""}.` : undefined}
    >
      {file.state === "checked" && (
        <ChoiceSet legend="Rows that repeat an earlier one" columns={2}>
          <Choice
            name="repeated-rows"
            title="Keep the first row"
            isChosen={file.repeated_rows !== "import"}
            onChoose={() => choose("refuse_row")}
          >
            The later rows are not imported. You get them back in a file.
          </Choice>
          <Choice name="repeated-rows" title="Import all rows" isChosen={file.repeated_rows === "import"} onChoose={() => choose("import")}>
            {file.mode === "upsert"
              ? `A later row changes the ${oneOf(type)} of the earlier one, its name too.`
              : `Each row becomes one of several ${manyOf(type)} with the same ${sharedLabel(type, file)}.`}
          </Choice>
        </ChoiceSet>
      )}
    </Section>
  );
}

const planOf = (file: ImportDetail): Plan => ({
  mapping: file.mapping ?? [],
  mode: file.mode ?? "create",
  ...(file.match ? { match: file.match } : {}),
  bad_cells: file.bad_cells ?? "leave_empty",
  // A sheet of a workbook has neither.
  ...(file.sheets
    ? {}
    : { delimiter: (file.delimiter ?? undefined) as Plan["delimiter"], encoding: (file.encoding ?? undefined) as Plan["encoding"] }),
});

const LIST = new Intl.ListFormat("en");

/** "Rows 5 and 6", "Rows 5, 6 and 9" */
function rowNames(rows: number[]): string {
  const shown = rows.slice(0, ROWS_SHOWN).map((row) => count(row));
  return `Rows ${LIST.format([...shown, ...(rows.length > ROWS_SHOWN ? [`${count(rows.length - ROWS_SHOWN)} more`] : [])])}`;
}

const sharedLabel = (type: RecordType, { repeats }: ImportDetail) =>
  (repeats.field ? fieldOf(type, repeats.field)?.label : undefined)?.toLowerCase() ?? "id";

/** "an email", "a phone" */
const sharedText = (type: RecordType, file: ImportDetail) => withArticle(sharedLabel(type, file));

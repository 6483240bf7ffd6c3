import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useFieldErrors } from "../../form.ts";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import type { RecordType } from "../types/index.ts";
import { HowChoice } from "./how-choice.tsx";
import classes from "./imports.module.css";
import { type How, howOf, ID, mappingOf, matchesOf, startOf, type Target } from "./mapping.ts";
import { MappingTable } from "./mapping-table.tsx";
import { type ImportDetail, type Inspection, type Plan } from "./import.ts";
import { PreviewTable, usePreview } from "./preview-table.tsx";

interface ColumnsFormProps {
  file: ImportDetail;
  type: RecordType;
  seen: Inspection;
  shape: Pick<Plan, "delimiter" | "encoding">;
}

/** Where the columns go, whether rows change what is there, and what the first rows become by that. */
export function ColumnsForm({ file, type, seen, shape }: ColumnsFormProps) {
  const navigate = useNavigate();
  const [targets, setTargets] = useState(() => startOf(file, seen));
  const [how, setHow] = useState(() => howOf(file, seen));
  const check = useWrite("imports.check", {
    showsError: false,
    refresh: ["imports.get", "imports.list"],
    onDone: () => navigate({ to: "/records/import", search: { id: file.id }, replace: true }),
  });
  const plan: Plan = {
    mapping: mappingOf(targets),
    mode: how.mode,
    ...(how.mode === "upsert" && how.match ? { match: how.match } : {}),
    bad_cells: how.badCells,
    repeated_rows: how.repeatedRows,
    ...shape,
  };
  const changeHow = (next: How) => {
    setHow(next);
    setTargets((before) => withId(before, seen, next));
  };
  const replace = (column: number, target: Target) => setTargets(targets.map((one, at) => (at === column ? target : one)));
  const preview = usePreview(file.id, plan);
  // The preview says what is wrong with a plan as soon as it is; a check that was refused says it until the plan changes.
  const refused = useFieldErrors(check.error, plan);
  const { errors } = useFieldErrors(preview.error ?? check.error, plan);
  const failure = preview.isError ? undefined : (refused.failure ?? Object.values(refused.errors)[0]);
  return (
    <>
      <Section title="Columns" lead="Where each column goes. Blank cells leave values unchanged.">
        <MappingTable
          type={type}
          seen={seen}
          targets={targets}
          withId={how.match === ID && how.mode === "upsert"}
          onChange={replace}
          errors={errorsByColumn(plan, errors)}
        />
      </Section>
      <Section title="Rows">
        <HowChoice type={type} how={how} matches={matchesOf(type)} onChange={changeHow} />
      </Section>
      <PreviewTable query={preview} type={type} plan={plan} />
      {failure && (
        <div className={classes.notice}>
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
      <div className={classes.foot}>
        <Button size="sm" onClick={() => void navigate({ to: "/records/import", search: { type: type.key } })}>
          Choose another file
        </Button>
        <Button
          size="sm"
          variant="filled"
          disabled={plan.mapping.length === 0}
          loading={check.isPending}
          onClick={() => check.mutate({ id: file.id, ...plan })}
        >
          Check the file
        </Button>
      </div>
    </>
  );
}

/** What is said about a place in the mapping, by the column that is mapped there. */
const errorsByColumn = ({ mapping }: Plan, errors: Record<string, string>): Record<number, string> =>
  Object.fromEntries(mapping.map(({ column }, at): [number, string] => [column, errors[`mapping/${at}`] ?? ""]));

/** The column of ids is used when records are matched by it, and by nothing else. */
function withId(targets: Target[], seen: Inspection, { mode, match }: How): Target[] {
  const isById = mode === "upsert" && match === ID;
  if (!isById) return targets.map((target) => (target.field === ID ? { ...target, field: null } : target));
  if (targets.some((target) => target.field === ID)) return targets;
  const column = seen.columns.find((one) => one.field === ID)?.column;
  return targets.map((target, at) => (at === column ? { ...target, field: ID } : target));
}

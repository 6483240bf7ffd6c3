import { NativeSelect } from "@mantine/core";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { FormColumn } from "../../ui/page.tsx";
import { manyOf, oneOf, type RecordType } from "../types/index.ts";
import classes from "./imports.module.css";
import type { How } from "./mapping.ts";

interface HowChoiceProps {
  type: RecordType;
  how: How;
  matches: { value: string; label: string }[];
  onChange: (how: How) => void;
}

/** Whether rows only make new records or also change the ones they match, and what happens to cells that cannot be read. */
export function HowChoice({ type, how, matches, onChange }: HowChoiceProps) {
  const match = how.match ?? matches[0]?.value;
  return (
    <>
      <ChoiceSet legend="Import mode" columns={2}>
        <Choice name="mode" title="Create only" isChosen={how.mode === "create"} onChoose={() => onChange({ ...how, mode: "create" })}>
          Every row becomes a new {oneOf(type)}.
        </Choice>
        <Choice
          name="mode"
          title="Update and create"
          isChosen={how.mode === "upsert"}
          onChoose={() => onChange({ ...how, mode: "upsert", match })}
        >
          A row that matches a {oneOf(type)} changes it; the others become new ones.
        </Choice>
      </ChoiceSet>
      {how.mode === "upsert" && (
        <div className={classes.match}>
          <FormColumn>
            <NativeSelect
              label={`${type.label_plural} are matched by`}
              data={matches}
              value={match}
              description={`If two existing ${manyOf(type)} match, the row is refused.`}
              inputWrapperOrder={["label", "input", "description"]}
              onChange={(event) => onChange({ ...how, match: event.currentTarget.value })}
            />
          </FormColumn>
        </div>
      )}
      <div className={classes.match}>
        <ChoiceSet legend="Cells that cannot be read" columns={2}>
          <Choice
            name="bad-cells"
            title="Leave the cell empty"
            isChosen={how.badCells === "leave_empty"}
            onChoose={() => onChange({ ...how, badCells: "leave_empty" })}
          >
            The row is imported, and the report lists the cell.
          </Choice>
          <Choice
            name="bad-cells"
            title="Refuse the row"
            isChosen={how.badCells === "refuse_row"}
            onChoose={() => onChange({ ...how, badCells: "refuse_row" })}
          >
            You get the row back in a file, to fix and re-import.
          </Choice>
        </ChoiceSet>
      </div>
    </>
  );
}

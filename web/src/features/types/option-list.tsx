import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { newOption, type OptionDraft } from "./field-draft.ts";
import classes from "./option-list.module.css";
import { OptionRow } from "./option-row.tsx";
import { type FieldKind, isStage } from "./types.ts";

interface OptionListProps {
  kind: FieldKind;
  options: OptionDraft[];
  onChange: (options: OptionDraft[]) => void;
  /** Of all of them under "options", of one under "options/2/…". */
  errors: Record<string, string>;
}

/** The options of a field in their order: named, coloured, moved, added and taken out of use. */
export function OptionList({ kind, options, onChange, errors }: OptionListProps) {
  const [fresh, setFresh] = useState<string>();
  const hasSteps = isStage({ type: kind });
  const replace = (id: string, change: Partial<OptionDraft>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...change } : option)));
  const move = (option: OptionDraft, to: number) => {
    const others = options.filter((one) => one.id !== option.id);
    onChange([...others.slice(0, to), option, ...others.slice(to)]);
  };
  const add = () => {
    const added = newOption(kind);
    setFresh(added.id);
    onChange([...options, added]);
  };
  const remove = (option: OptionDraft) =>
    option.key === null ? onChange(options.filter((one) => one.id !== option.id)) : replace(option.id, { retired: !option.retired });

  return (
    <div>
      <div className={classes.head}>
        <span className={classes.title}>{hasSteps ? "Steps of the pipeline" : "Options"}</span>
        {hasSteps && <span className="k-tip k-desk">The ring shows the probability.</span>}
      </div>
      <SortableList
        className={classes.list}
        label={hasSteps ? "Steps" : "Options"}
        items={options}
        idOf={(option) => option.id}
        nameOf={(option) => option.label || "new option"}
        onMove={move}
      >
        {(option, grip) => (
          <OptionRow
            option={option}
            all={options}
            kind={kind}
            grip={grip}
            isFresh={option.id === fresh}
            error={Object.entries(errors).find(([path]) => path.startsWith(`options/${options.indexOf(option)}/`))?.[1]}
            onChange={(change) => replace(option.id, change)}
            onRemove={() => remove(option)}
            onEnter={add}
          />
        )}
      </SortableList>
      {errors["options"] && (
        <p className={classes.error} role="alert">
          {errors["options"]}
        </p>
      )}
      <Button variant="subtle" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={add}>
        {hasSteps ? "Add a step" : "Add an option"}
      </Button>
    </div>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useKeys } from "../../ui/keyboard.ts";
import { FilterBar, type FilterBarHandle } from "../filters/index.ts";
import { useTypes } from "../types/index.ts";
import classes from "./editor.module.css";
import { joinFilter, SEVERAL, splitFilter } from "./split-filter.ts";

interface FilterFieldProps {
  value: string;
  onChange: (filter: string) => void;
  label?: string;
  /** What an empty filter means. */
  any?: string;
  error?: string | undefined;
  /** Whether there is a text in the bar that is no filter (yet). */
  onUnusable?: (isUnusable: boolean) => void;
}

/** Which records: of one type with the filter bar, or any filter as text. */
export function FilterField({ value, onChange, label = "Records", any = "Every record", error, onUnusable }: FilterFieldProps) {
  const types = useTypes().items;
  const bar = useRef<FilterBarHandle>(null);
  useKeys({ "/": () => bar.current?.focus() });
  const split = splitFilter(
    value,
    types.map(({ key }) => key),
  );
  // An empty text is no filter, but somebody who chose to write one keeps the field for it.
  const [writes, setWrites] = useState(false);
  const chosen = writes && value === "" ? SEVERAL : split.type;
  const choose = (type: string) => {
    setWrites(type === SEVERAL);
    onUnusable?.(false);
    onChange(type === SEVERAL ? value : joinFilter(type, ""));
  };
  return (
    <div className={classes.group}>
      <NativeSelect
        label={label}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: "", label: any },
          ...types.map((type) => ({ value: type.key, label: type.label_plural })),
          { value: SEVERAL, label: "Several types" },
        ]}
      />
      {chosen === SEVERAL && (
        <TextInput
          label="Filter"
          description="Begin with the types: type:deal,lead is:open"
          inputWrapperOrder={["label", "input", "error", "description"]}
          classNames={{ input: classes.mono }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
      {chosen !== "" && chosen !== SEVERAL && (
        <>
          <FilterBar
            type={chosen}
            value={split.filter}
            onChange={(filter) => {
              onUnusable?.(false);
              onChange(joinFilter(chosen, filter));
            }}
            onDraft={(text) => onUnusable?.(text.trim() !== split.filter)}
            ref={bar}
            key={chosen}
          />
          {error && <p className={classes.error}>{error}</p>}
        </>
      )}
    </div>
  );
}

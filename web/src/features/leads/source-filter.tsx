import { NativeSelect } from "@mantine/core";
import { useRows } from "../../calls.ts";

/** Of which form. */
export function SourceFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data: sources = [] } = useRows("leads.listSources", {});
  const known = value === "" || sources.some(({ id }) => id === value);
  return (
    <NativeSelect
      size="sm"
      aria-label="Form"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: "Every form" },
        ...sources.map(({ id, name }) => ({ value: id, label: name })),
        ...(known ? [] : [{ value, label: "Another form" }]),
      ]}
    />
  );
}

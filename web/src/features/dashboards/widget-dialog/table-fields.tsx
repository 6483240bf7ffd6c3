import { isList } from "@kith/filter/kinds";
import { Select } from "@mantine/core";
import { factsOf, type RecordType } from "../../types/index.ts";
import type { WidgetSettings } from "../dashboards.ts";
import type { Change } from "./draft.ts";
import { CountField } from "./group-fields.tsx";

interface TableFieldsProps {
  settings: WidgetSettings;
  type: RecordType;
  change: Change;
}

const COLUMNS = ["First column", "Second column", "Third column"];

/** Which rows come first. */
export function SortField({ settings, type, change }: TableFieldsProps) {
  const sortable = type.fields.filter((field) => !isList(factsOf(field)));
  return (
    <Select
      label="Sort by"
      size="sm"
      data={[
        { value: "", label: "Last changed" },
        ...sortable.flatMap(({ key, label }) => [
          { value: key, label },
          { value: `-${key}`, label: `${label}, descending` },
        ]),
      ]}
      value={settings.sort}
      onChange={(sort) => change({ sort: sort ?? "" })}
      searchable
    />
  );
}

/** What is shown of them beside their names, and how many. */
export function TableFields({ settings, type, change }: TableFieldsProps) {
  const columns = type.fields.filter((field) => field.key !== "name");
  const setColumn = (at: number, key: string | null) =>
    change({ columns: COLUMNS.flatMap((_, place) => (place === at ? (key ?? []) : (settings.columns[place] ?? []))) });
  return (
    <>
      {COLUMNS.map((label, at) => (
        <Select
          label={label}
          size="sm"
          placeholder="None"
          data={columns.map((field) => ({ value: field.key, label: field.label }))}
          value={settings.columns[at] ?? null}
          onChange={(key) => setColumn(at, key)}
          searchable
          clearable
          disabled={at > settings.columns.length}
          key={label}
        />
      ))}
      <CountField label="Rows" value={settings.limit} least={1} onChange={(limit) => change({ limit })} />
    </>
  );
}

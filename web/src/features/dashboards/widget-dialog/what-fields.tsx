import { Input, Select } from "@mantine/core";
import { FilterInput, useFilterLanguage } from "../../filters/index.ts";
import { manyOf, type RecordType } from "../../types/index.ts";
import type { WidgetSettings } from "../dashboards.ts";
import { hasWeightedAmount, type Change, numberFields } from "./draft.ts";
import classes from "./widget-dialog.module.css";

interface FieldsProps {
  settings: WidgetSettings;
  type: RecordType;
  change: Change;
}

/** Of which records: their type. */
export function TypeField({ type, types, change }: Omit<FieldsProps, "settings"> & { types: RecordType[] }) {
  return (
    <Select
      label="Records"
      size="sm"
      data={types.map(({ key, label_plural }) => ({ value: key, label: label_plural }))}
      value={type.key}
      onChange={(key) => key && change({ type: key, filter: "" })}
    />
  );
}

/** Which of them: a filter in the one filter language. */
export function FilterField({ settings, type, change, onDraft }: FieldsProps & { onDraft: (text: string) => void }) {
  const language = useFilterLanguage(type.key);
  return (
    <Input.Wrapper className={classes.wide} label="Filter" labelElement="div">
      <FilterInput
        language={language}
        label="Filter"
        placeholder={`All ${manyOf(type)}`}
        value={settings.filter}
        onApply={(filter) => change({ filter })}
        onDraft={onDraft}
        key={type.key}
      />
    </Input.Wrapper>
  );
}

const MEASURES: Record<WidgetSettings["measure"], string> = {
  count: "Count",
  weighted: "Weighted amount",
  sum: "Sum of",
  average: "Average of",
  median: "Median of",
  min: "Smallest",
  max: "Largest",
};

type Measure = WidgetSettings["measure"];

/** What is measured of them: how many, or something of one of their figures. */
export function MeasureField({ settings, type, change }: FieldsProps) {
  const ofFields = (["sum", "average", "median", "min", "max"] as Measure[]).flatMap((measure) =>
    numberFields(type).map(({ key, label }) => ({ value: `${measure} ${key}`, label: `${MEASURES[measure]} ${label.toLowerCase()}` })),
  );
  const data = [
    { value: "count", label: MEASURES.count },
    ...(hasWeightedAmount(type) ? [{ value: "weighted", label: MEASURES.weighted }] : []),
    ...ofFields,
  ];
  return (
    <Select
      label="Measure"
      size="sm"
      data={data}
      value={`${settings.measure} ${settings.field}`.trim()}
      onChange={(chosen) => {
        const [measure = "count", field = ""] = chosen?.split(" ") ?? [];
        change({ measure: measure as Measure, field });
      }}
    />
  );
}

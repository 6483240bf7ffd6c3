import { Select, TextInput } from "@mantine/core";
import { fieldOf, type RecordType } from "../../types/index.ts";
import type { WidgetSettings } from "../dashboards.ts";
import { type Change, dateFields, groupFields, isTime } from "./draft.ts";

interface FieldsProps {
  settings: WidgetSettings;
  type: RecordType;
  change: Change;
}

const INTERVALS: Record<WidgetSettings["interval"], string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year",
};
const SORTS = [
  { value: "", label: "Usual order" },
  { value: "-value", label: "Largest first" },
  { value: "value", label: "Smallest first" },
  { value: "label", label: "By name" },
];
const MOST = 50;

/** What the figures are put side by side by, and how many of them. */
export function GroupFields({ settings, type, change }: FieldsProps) {
  const fields = groupFields(settings.kind, type);
  if (fields.length === 0) return null;
  const hasTime = isTime(fieldOf(type, settings.group_by));
  return (
    <>
      <Select
        label="Group by"
        size="sm"
        data={fields.map(({ key, label }) => ({ value: key, label }))}
        value={settings.group_by}
        onChange={(key) => key && change({ group_by: key })}
        searchable
      />
      {hasTime ? (
        <Select
          label="Interval"
          size="sm"
          data={Object.entries(INTERVALS).map(([value, label]) => ({ value, label }))}
          value={settings.interval}
          onChange={(interval) => interval && change({ interval: interval as WidgetSettings["interval"] })}
        />
      ) : (
        <Select label="Order" size="sm" data={SORTS} value={settings.sort} onChange={(sort) => change({ sort: sort ?? "" })} />
      )}
      <CountField
        label={hasTime ? `${INTERVALS[settings.interval]}s shown` : "Limit"}
        value={settings.limit}
        least={1}
        onChange={(limit) => change({ limit })}
      />
      {hasTime && <CountField label="Future periods" value={settings.ahead} least={0} onChange={(ahead) => change({ ahead })} />}
    </>
  );
}

interface CountFieldProps {
  label: string;
  value: number;
  least: number;
  onChange: (value: number) => void;
}

/** A small number. What is typed counts as soon as it is one. */
export function CountField({ label, value, least, onChange }: CountFieldProps) {
  return (
    <TextInput
      label={label}
      size="sm"
      type="number"
      inputMode="numeric"
      min={least}
      max={MOST}
      defaultValue={value}
      onChange={(event) => {
        const typed = event.currentTarget.valueAsNumber;
        if (Number.isInteger(typed) && typed >= least && typed <= MOST) onChange(typed);
      }}
    />
  );
}

const PERIODS = [
  { value: "none", label: "All time" },
  { value: "page", label: "As chosen above" },
  { value: "week", label: "This week" },
  { value: "month", label: "This month" },
  { value: "quarter", label: "This quarter" },
  { value: "year", label: "This year" },
];

/** Since when: a number with a period is compared with the one before, and may have a goal. */
export function PeriodFields({ settings, type, change }: FieldsProps) {
  const hasPeriod = settings.period !== "none";
  return (
    <>
      <Select
        label="Period"
        size="sm"
        data={PERIODS}
        value={settings.period}
        onChange={(period) => period && change({ period: period as WidgetSettings["period"] })}
      />
      {hasPeriod && (
        <Select
          label="By"
          size="sm"
          data={dateFields(type).map(({ key, label }) => ({ value: key, label }))}
          value={settings.date_field || type.date_field || "created_at"}
          onChange={(key) => key && change({ date_field: key })}
        />
      )}
      {hasPeriod && settings.kind === "number" && (
        <TextInput
          label="Goal"
          size="sm"
          type="number"
          inputMode="numeric"
          min={0}
          defaultValue={settings.goal ?? ""}
          placeholder="None"
          onChange={(event) => {
            const typed = event.currentTarget.valueAsNumber;
            change({ goal: Number.isInteger(typed) && typed > 0 ? typed : null });
          }}
        />
      )}
    </>
  );
}

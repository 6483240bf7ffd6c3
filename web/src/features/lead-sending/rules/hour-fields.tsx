import { NativeSelect, Select, TextInput } from "@mantine/core";
import { useMe } from "../../../session.ts";
import { inMain } from "../../../ui/browser.ts";
import type { Hours } from "./draft.ts";
import { DAYS, hoursText } from "./rule-text.ts";
import classes from "./rules.module.css";

interface HourFieldsProps {
  hours: Hours | null;
  onChange: (hours: Hours | null) => void;
}

const OFFICE = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

/** When a rule takes leads: always, or on some days between two times in a zone. */
export function HourFields({ hours, onChange }: HourFieldsProps) {
  const { company } = useMe();
  const office: Hours = { zone: company.time_zone, ...OFFICE };
  return (
    <>
      <NativeSelect
        aria-label="Hours"
        size="sm"
        value={hours ? "hours" : "always"}
        onChange={(event) => onChange(event.currentTarget.value === "hours" ? office : null)}
        data={[
          { value: "always", label: "At any time" },
          { value: "hours", label: hours ? hoursText(hours, company.time_zone) : hoursText(office) },
        ]}
      />
      {hours && <When hours={hours} onChange={onChange} />}
    </>
  );
}

const zones = () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

function When({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { days, from, to, zone } = hours;
  // One day stays chosen: hours on no day at all would be a rule that is off.
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b);
    if (next.length > 0) onChange({ ...hours, days: next });
  };
  return (
    <span className={classes.when}>
      <span className={classes.days} role="group" aria-label="Days">
        {DAYS.map((name, at) => (
          <button className={classes.day} type="button" aria-pressed={days.includes(at + 1)} onClick={() => toggle(at + 1)} key={name}>
            {name}
          </button>
        ))}
      </span>
      <TimeField label="From" value={from} onChange={(value) => onChange({ ...hours, from: value })} />
      <span className={classes.words}>to</span>
      <TimeField
        label="To"
        value={to === "24:00" ? "00:00" : to}
        onChange={(value) => onChange({ ...hours, to: value === "00:00" ? "24:00" : value })}
      />
      <Select
        className={classes.zone}
        aria-label="Time zone"
        size="sm"
        data={zones()}
        value={zone}
        onChange={(next) => next && onChange({ ...hours, zone: next })}
        comboboxProps={{ portalProps: inMain }}
        searchable
        allowDeselect={false}
      />
      {from >= to && <span className={classes.note}>until {to} of the next day</span>}
    </span>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      className={classes.time}
      aria-label={label}
      size="sm"
      type="time"
      value={value}
      onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value.slice(0, 5))}
    />
  );
}

import { Button, Checkbox, Select } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { useMe } from "../../../session.ts";
import { Choice, ChoiceSet } from "../../../ui/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { TimeField } from "../rules/hour-fields.tsx";
import { DAYS } from "../rules/rule-text.ts";
import classes from "./hours.module.css";
import { type DayHours, hoursOf, OFFICE, type WeekHours, weekOf, weekText } from "./week.ts";

interface HoursDialogProps {
  /** The id of a person, or the company. */
  of: string;
  title: string;
  hours: WeekHours | null;
  /** What holds for a person without own hours. */
  company?: WeekHours | null;
  onClose: () => void;
}

const zones = () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

export function HoursDialog({ of, title, hours, company = null, onClose }: HoursDialogProps) {
  const me = useMe();
  const toast = useToast();
  const isCompany = of === "company";
  const [hasOwn, setHasOwn] = useState(hours !== null);
  const [zone, setZone] = useState(hours?.zone ?? company?.zone ?? me.company.time_zone);
  const [week, setWeek] = useState<DayHours[]>(() =>
    hours || company ? weekOf(hours ?? company ?? { zone, days: [] }) : DAYS.map((_, at) => ({ isOn: at < 5, ...OFFICE })),
  );
  const options = {
    showsError: false,
    refresh: ["leadSending.getWorkingHours" as const, "leadSending.getRules" as const],
    onDone: () => {
      toast({ text: `${title} saved.` });
      onClose();
    },
  };
  const forCompany = useWrite("leadSending.saveCompanyHours", options);
  const forPerson = useWrite("leadSending.saveWorkingHours", options);
  const error = forCompany.error ?? forPerson.error;
  const save = () => {
    const next = hasOwn ? hoursOf(week, zone, hours) : null;
    if (isCompany) return forCompany.mutate({ hours: next });
    forPerson.mutate({ hours: next, ...(of === me.user.id ? {} : { user: of }) });
  };
  const set = (at: number, part: Partial<DayHours>) => setWeek(week.map((day, place) => (place === at ? { ...day, ...part } : day)));
  return (
    <Dialog title={title} opened onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <DialogBody>
          <div className={classes.form}>
            {error && <Notice tone="bad">{error.message}</Notice>}
            <ChoiceSet legend="Hours" columns={2}>
              <Choice name="own" title={isCompany ? "At all times" : "As the company"} isChosen={!hasOwn} onChoose={() => setHasOwn(false)}>
                {isCompany ? "Nobody is ever out of hours." : company ? weekText(company) : "At all times."}
              </Choice>
              <Choice name="own" title={isCompany ? "At these hours" : "Own hours"} isChosen={hasOwn} onChoose={() => setHasOwn(true)}>
                Outside of them, leads go to others.
              </Choice>
            </ChoiceSet>
            {hasOwn && (
              <>
                <div className={classes.week}>
                  {DAYS.map((name, at) => (
                    <Day name={name} day={week[at] ?? { isOn: false, ...OFFICE }} onChange={(part) => set(at, part)} key={name} />
                  ))}
                </div>
                <Select
                  label="Time zone"
                  data={zones()}
                  value={zone}
                  onChange={(next) => next && setZone(next)}
                  searchable
                  allowDeselect={false}
                />
              </>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={forCompany.isPending || forPerson.isPending}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function Day({ name, day: { isOn, from, to }, onChange }: { name: string; day: DayHours; onChange: (part: Partial<DayHours>) => void }) {
  return (
    <div className={classes.day} role="group" aria-label={name}>
      <Checkbox label={name} checked={isOn} onChange={(event) => onChange({ isOn: event.currentTarget.checked })} />
      {isOn ? (
        <span className={classes.range}>
          <TimeField label={`${name} from`} value={from} onChange={(value) => onChange({ from: value })} />
          to
          <TimeField
            label={`${name} to`}
            value={to === "24:00" ? "00:00" : to}
            onChange={(value) => onChange({ to: value === "00:00" ? "24:00" : value })}
          />
          {from >= to && <span className="k-tip">of the next day</span>}
        </span>
      ) : (
        <span className="k-faint">Not working</span>
      )}
    </div>
  );
}

import { Button, Textarea, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useFieldErrors } from "../../../form.ts";
import { useClock } from "../../../ui/clock.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Notice } from "../../../ui/states.tsx";
import { dayOf } from "../../../ui/time-text.ts";
import { type CrmRecord, isRelated, listOf } from "../../fields/index.ts";
import { isRelation, useTypes } from "../../types/index.ts";
import { FormField } from "../create/form-field.tsx";
import classes from "./activity-dialog.module.css";
import { ACTIVITY_KINDS, type Activity, type ActivityKind, kindsOfActivity } from "./activity-kinds.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { durationText, readDuration } from "./duration-text.ts";
import { PEOPLE, WHEN } from "./dialog-fields.ts";
import { followUpDays } from "./follow-up-days.ts";
import { useSaveActivity } from "./use-save-activity.ts";

interface ActivityDialogProps {
  record: CrmRecord;
  /** What is logged to begin with, or the activity that is changed. */
  begin: ActivityKind | Activity;
  onClose: () => void;
}

const NO_FOLLOW_UP = "";
const MAX_OUTCOME = 20_000;

/** Logs a call, a meeting or an email, and sets the follow-up; or changes one that was logged. */
export function ActivityDialog({ record, begin, onClose }: ActivityDialogProps) {
  const old = typeof begin === "string" ? undefined : begin;
  const { now, zone } = useClock();
  const [kind, setKind] = useState<ActivityKind>(typeof begin === "string" ? begin : begin.kind);
  const [outcome, setOutcome] = useState(old?.outcome ?? "");
  const [duration, setDuration] = useState(old?.duration_minutes ? durationText(old.duration_minutes) : "");
  const [begun] = useState(() => old?.at ?? now.toISOString());
  const [at, setAt] = useState<unknown>(begun);
  const [people, setPeople] = useState<unknown>(() => old?.people ?? onlyContact(record));
  const [due, setDue] = useState(NO_FOLLOW_UP);
  const [task, setTask] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const hasTasks = useHasTasks(record.type) && !old;
  const minutes = readDuration(duration);
  const save = useSaveActivity(record, old, onClose);
  const given = { kind, outcome, at, people, due, task };
  const { errors, failure } = useFieldErrors(save.error, { ...given, duration_minutes: duration });
  const refusal = failure ?? errors["follow_up"] ?? errors["follow_up/due"] ?? errors["follow_up/name"];
  const send = (when = at) => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) return wrong.focus();
    if (!save.isPending)
      save.mutate({
        kind,
        outcome,
        duration_minutes: minutes ?? null,
        people: listOf(people)
          .filter(isRelated)
          .map(({ id }) => id),
        at: typeof when === "string" && when !== begun ? when : undefined,
        follow_up: due === NO_FOLLOW_UP ? undefined : { due, ...(task.trim() ? { name: task.trim() } : {}) },
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
  };
  const { one, title } = ACTIVITY_KINDS[kind];
  return (
    <Dialog title={old ? `Change ${one}` : `Log ${one}`} opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        ref={form}
        noValidate
      >
        <DialogBody>
          <div className={classes.form}>
            {refusal && <Notice tone="bad">{refusal}</Notice>}
            <ChoiceRow legend="Kind" name="kind" choices={KIND_CHOICES} value={kind} onChange={(key) => setKind(key as ActivityKind)} />
            <Textarea
              label="Outcome"
              onKeyDown={onKeyDown}
              placeholder="What came of it"
              value={outcome}
              onChange={(event) => setOutcome(event.currentTarget.value)}
              error={errors["outcome"]}
              autosize
              minRows={2}
              maxRows={10}
              maxLength={MAX_OUTCOME}
              data-autofocus
            />
            {hasTasks && (
              <div>
                <ChoiceRow
                  legend="Follow up"
                  name="follow-up"
                  choices={[
                    { key: NO_FOLLOW_UP, title: "None" },
                    ...followUpDays(dayOf(now, zone)).map(({ label, day }) => ({ key: day, title: label })),
                  ]}
                  value={due}
                  onChange={setDue}
                />
                {due !== NO_FOLLOW_UP && (
                  <TextInput
                    className={classes.task ?? ""}
                    aria-label="Task"
                    placeholder={`Follow up: ${kind} with ${record.title}`}
                    value={task}
                    onChange={(event) => setTask(event.currentTarget.value)}
                    maxLength={500}
                  />
                )}
              </div>
            )}
            <div className={classes.pair}>
              <TextInput
                label="Duration"
                placeholder="Such as 14 min or 1:30"
                value={duration}
                onChange={(event) => setDuration(event.currentTarget.value)}
                error={minutes === undefined ? "Write it as 14 min or 1:30, up to 24 h." : errors["duration_minutes"]}
              />
              <div className={classes.stacked}>
                <FormField field={WHEN} value={at} onChange={setAt} onEnter={send} error={errors["at"]} />
              </div>
            </div>
            <div className={classes.stacked}>
              <FormField field={PEOPLE} value={people} onChange={setPeople} error={errors["people"]} />
            </div>
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={save.isPending} rightSection={<Kbd keys="mod ↵" onInk />}>
            {old ? "Save" : `Log ${title.toLowerCase()}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

const KIND_CHOICES = kindsOfActivity.map((key) => {
  const { title, icon: KindIcon } = ACTIVITY_KINDS[key];
  return {
    key,
    title: (
      <>
        <KindIcon size={16} stroke={1.75} aria-hidden />
        {title}
      </>
    ),
  };
});

/** A deal with one contact: the call was with them. Of several nobody knows. */
function onlyContact({ values }: CrmRecord): unknown[] {
  const contacts = listOf(values["contacts"] ?? values["contact"]).filter(isRelated);
  return contacts.length === 1 ? contacts : [];
}

/** Whether a task can be about records of this type. */
function useHasTasks(type: string): boolean {
  const { items } = useTypes();
  const task = items.find(({ key }) => key === "task");
  return Boolean(
    task?.date_field && task.fields.some((field) => isRelation(field) && !field.is_read_only && field.relation?.type === type),
  );
}

import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../../api.ts";
import { useWrite } from "../../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useTypes } from "../../types/index.ts";
import { type Dashboard, type PagePeriod, toInput, type Widget, type WidgetSettings } from "../dashboards.ts";
import { ONE } from "../use-dashboard-changes.ts";
import { fitting, newWidget, suggestTitle, withKind } from "./draft.ts";
import { GroupFields, PeriodFields } from "./group-fields.tsx";
import { KindPicker } from "./kind-picker.tsx";
import { Preview } from "./preview.tsx";
import { SortField, TableFields } from "./table-fields.tsx";
import { FilterField, MeasureField, TypeField } from "./what-fields.tsx";
import classes from "./widget-dialog.module.css";

interface WidgetDialogProps {
  dashboard: Dashboard;
  /** Left out for a new one. */
  edited: Widget | undefined;
  page: PagePeriod;
}

/** A widget's settings, with the widget itself above them as it will be. */
export function WidgetDialog({ dashboard, edited, page }: WidgetDialogProps) {
  const navigate = useNavigate({ from: "/dashboard" });
  const close = () => void navigate({ search: ({ add: _add, edit: _edit, ...before }) => before });
  return (
    <Dialog title={edited ? "Edit widget" : "Add a widget"} opened onClose={close}>
      <WidgetForm dashboard={dashboard} edited={edited} page={page} onClose={close} />
    </Dialog>
  );
}

function WidgetForm({ dashboard, edited, page, onClose }: WidgetDialogProps & { onClose: () => void }) {
  const { items: types } = useTypes();
  const [settings, setSettings] = useState<WidgetSettings>(() => (edited ? withoutId(edited) : newWidget(types)));
  const type = types.find((one) => one.key === settings.type);
  const suggestion = suggestTitle(settings, type);
  const title = settings.title.trim() || suggestion;
  // A filter that does not work is not shown in the preview; it must not be left out in silence either.
  const draft = useRef<string>(undefined);
  const change = (part: Partial<WidgetSettings>) => {
    if (part.filter !== undefined) draft.current = undefined;
    setSettings((before) => fitting({ ...before, ...part }, types));
  };
  const { save, failure, isSaving } = useSave(dashboard.id, edited, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save({ ...settings, title, filter: draft.current ?? settings.filter });
  };
  const shown = { settings, change };
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <Preview settings={{ ...settings, title }} type={type} page={page} />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <KindPicker kind={settings.kind} onChange={(kind) => setSettings((before) => withKind(before, kind, types))} />
        <div className={classes.fields}>
          {type && settings.kind !== "activity" && (
            <>
              <TypeField change={change} type={type} types={types} />
              {settings.kind === "table" ? <SortField {...shown} type={type} /> : <MeasureField {...shown} type={type} />}
              <FilterField {...shown} type={type} onDraft={(text) => (draft.current = text)} />
              {settings.kind === "table" && <TableFields {...shown} type={type} />}
              <GroupFields {...shown} type={type} key={`group ${settings.kind}`} />
              <PeriodFields {...shown} type={type} key={`period ${settings.kind}`} />
            </>
          )}
          <TextInput
            className={classes.wide}
            label="Title"
            size="sm"
            maxLength={80}
            placeholder={suggestion}
            value={settings.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="filled" loading={isSaving}>
          {edited ? "Save" : "Add widget"}
        </Button>
      </DialogFoot>
    </form>
  );
}

// A new widget is the last one, often below the end of the screen.
const showWidget = (id: string) => document.getElementById(id)?.scrollIntoView({ block: "center" });
// The form shows what went wrong.
const ignore = () => undefined;

const withoutId = ({ id: _id, ...settings }: Widget): WidgetSettings => settings;

function useSave(dashboardId: string, edited: Widget | undefined, onDone: () => void) {
  const options = { refresh: ONE, onDone, showsError: false };
  const add = useWrite("dashboards.addWidget", options);
  const update = useWrite("dashboards.updateWidget", options);
  const error = add.error ?? update.error;
  return {
    save: (settings: WidgetSettings) =>
      edited
        ? update.mutate({ id: edited.id, ...toInput(settings) })
        : void add
            .mutateAsync({ id: dashboardId, ...toInput(settings) })
            .then(({ id }) => requestAnimationFrame(() => showWidget(id)), ignore),
    isSaving: add.isPending || update.isPending,
    failure: error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : error?.message,
  };
}

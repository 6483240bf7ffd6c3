import type { ReactNode } from "react";
import { count, type Event, named, textIn } from "./event-parts.tsx";

const typed = (event: Event) => (textIn(event, "type") ?? "record").replaceAll("_", " ");
const together = new Intl.ListFormat("en-GB");
const fieldsOf = (event: Event) => together.format(Object.keys(event.changes ?? {}).map((field) => field.replaceAll("_", " ")));

/** `verb the deal Flow metering`: what most sentences about records are. */
const done =
  (verb: string) =>
  (event: Event): ReactNode => (
    <>
      {verb} the {typed(event)} {named(event)}
    </>
  );
const simply =
  (verb: string) =>
  (event: Event): ReactNode => (
    <>
      {verb} {named(event)}
    </>
  );

const onDashboard =
  (verb: string, place: string) =>
  (event: Event): ReactNode => (
    <>
      {verb} {named(event)} {place} the dashboard {textIn(event, "dashboard")}
    </>
  );

/** What is said of records, their types, views, dashboards, imports and exports. */
export const recordSentences: Record<string, { label: string; say(event: Event): ReactNode }> = {
  "record.created": { label: "Record created", say: done("created") },
  "record.updated": {
    label: "Record changed",
    say: (event) => (
      <>
        changed {fieldsOf(event)} of the {typed(event)} {named(event)}
      </>
    ),
  },
  "record.deleted": { label: "Record deleted", say: done("moved to the trash") },
  "record.restored": { label: "Record restored", say: done("restored") },
  "record.merged": { label: "Record merged", say: done("merged away") },
  "note.added": { label: "Note written", say: done("wrote a note on") },
  "note.updated": { label: "Note edited", say: done("edited a note on") },
  "note.removed": { label: "Note removed", say: done("removed a note from") },
  "type.created": { label: "Type made", say: simply("made the type") },
  "type.updated": { label: "Type changed", say: simply("changed the type") },
  "field.added": {
    label: "Field added",
    say: (event) => (
      <>
        added the field {textIn(event, "field")} to {named(event)}
      </>
    ),
  },
  "field.updated": {
    label: "Field changed",
    say: (event) => (
      <>
        changed the field {textIn(event, "field")} of {named(event)}
      </>
    ),
  },
  "view.created": { label: "View saved", say: simply("saved the view") },
  "view.updated": { label: "View changed", say: simply("changed the view") },
  "view.deleted": { label: "View removed", say: simply("removed the view") },
  "dashboard.created": { label: "Dashboard made", say: simply("made the dashboard") },
  "dashboard.updated": { label: "Dashboard changed", say: simply("changed the dashboard") },
  "dashboard.arranged": { label: "Dashboard arranged", say: simply("arranged the dashboard") },
  "dashboard.deleted": { label: "Dashboard deleted", say: simply("deleted the dashboard") },
  "widget.added": { label: "Widget added", say: onDashboard("added the widget", "to") },
  "widget.updated": { label: "Widget changed", say: onDashboard("changed the widget", "on") },
  "widget.removed": { label: "Widget removed", say: onDashboard("took the widget", "off") },
  "sample.loaded": { label: "Sample data loaded", say: (event) => <>filled the company with {count(event, "records")} sample records</> },
  "sample.removed": { label: "Sample data removed", say: (event) => <>removed {count(event, "removed")} sample records</> },
  "import.started": { label: "Import started", say: simply("started importing") },
  "import.finished": {
    label: "Import finished",
    say: (event) => (
      <>
        imported {named(event)}: {count(event, "created")} created, {count(event, "updated")} changed, {count(event, "failed")} refused
      </>
    ),
  },
  "import.undone": {
    label: "Import undone",
    say: (event) => (
      <>
        undid the import of {named(event)}: {count(event, "restored")} set back
      </>
    ),
  },
  "export.created": { label: "Export made", say: simply("exported") },
};

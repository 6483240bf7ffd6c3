import { Button, NativeSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFieldErrors } from "../../../form.ts";
import { inMain } from "../../../ui/browser.ts";
import { ButtonLink } from "../../../ui/buttons.tsx";
import { Choice, ChoiceSet } from "../../../ui/choice.tsx";
import { Notice } from "../../../ui/states.tsx";
import { usePeople } from "../people.ts";
import { type DestinationDraft, type Kind, missingOf } from "./draft.ts";
import classes from "./destinations.module.css";
import { HttpFields } from "./http-fields.tsx";
import { MappingPreview } from "./mapping-preview.tsx";

interface DestinationFormProps {
  initial: DestinationDraft;
  isNew?: boolean;
  onSave: (draft: DestinationDraft) => void;
  onChanged?: (isChanged: boolean) => void;
  isSaving: boolean;
  error: Error | null;
  button: string;
}

const KIND_CHOICES: [Kind, string, string][] = [
  ["http", "HTTP", "A partner’s system gets signed JSON."],
  ["email", "Email", "A text email to one address."],
  ["teammate", "Person here", "The lead becomes theirs."],
  ["company", "Another company", "On this service, by a code of theirs."],
];

/** Where leads are sent, and how; for HTTP beside the body that a lead becomes. */
export function DestinationForm({ initial, isNew = false, onSave, onChanged, isSaving, error, button }: DestinationFormProps) {
  const [draft, setDraft] = useState(initial);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const change = (part: Partial<DestinationDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChanged?.(JSON.stringify(next) !== JSON.stringify(initial));
    setMissing((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };
  const { errors: refused, failure } = useFieldErrors(error, draft);
  const problems = { ...refused, ...missing };
  const save = () => {
    const found = missingOf(draft, isNew);
    setMissing(found);
    if (Object.keys(found).length === 0) return onSave(draft);
    document.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
  };
  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {failure && <Notice tone="bad">{failure}</Notice>}
        {isNew && (
          <ChoiceSet legend="Kind" columns={2}>
            {KIND_CHOICES.map(([kind, title, note]) => (
              <Choice name="kind" title={title} isChosen={draft.kind === kind} onChoose={() => change({ kind })} key={kind}>
                {note}
              </Choice>
            ))}
          </ChoiceSet>
        )}
        <TextInput
          name="name"
          label="Name"
          placeholder="Atelier Mesures"
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          error={problems["name"]}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <KindFields draft={draft} initial={initial} isNew={isNew} change={change} problems={problems} />
        <NativeSelect
          label="Returns"
          description="A lead that comes back goes on by the rules, and its cap is given back."
          inputWrapperOrder={["label", "input", "error", "description"]}
          value={String(draft.return_days)}
          onChange={(event) => change({ return_days: Number(event.currentTarget.value) })}
          data={daysOffered(draft.return_days).map((days) => ({ value: String(days), label: returnText(days) }))}
        />
        <div className={classes.buttons}>
          <Button size="sm" type="submit" variant="filled" loading={isSaving}>
            {button}
          </Button>
          <ButtonLink size="sm" to="/lead-sending/destinations">
            Cancel
          </ButtonLink>
        </div>
      </form>
      {draft.kind === "http" && <MappingPreview mapping={draft.mapping} />}
    </div>
  );
}

const daysOffered = (chosen: number) => [...new Set([0, 1, 3, 7, 14, 30, 90, chosen])].toSorted((one, other) => one - other);

const returnText = (days: number) =>
  days === 0 ? "A lead cannot be returned" : `A lead can be returned for ${days} ${days === 1 ? "day" : "days"}`;

interface KindFieldsProps {
  draft: DestinationDraft;
  initial: DestinationDraft;
  isNew: boolean;
  change: (part: Partial<DestinationDraft>) => void;
  problems: Record<string, string>;
}

function KindFields({ draft, initial, isNew, change, problems }: KindFieldsProps) {
  switch (draft.kind) {
    case "http":
      return <HttpFields draft={draft} initial={initial} change={change} problems={problems} />;
    case "email":
      return (
        <TextInput
          name="email"
          label="Email"
          type="email"
          placeholder="service@example.com"
          autoComplete="off"
          value={draft.email}
          error={problems["email"]}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      );
    case "teammate":
      return <PersonField member={draft.member} error={problems["member"]} onChange={(member) => change({ member })} />;
    case "company":
      return (
        <TextInput
          name="code"
          label="Code"
          placeholder={isNew ? "" : "Stored. Type to replace it."}
          description="The other company makes it under Lead sending, Destinations. It is stored encrypted."
          inputWrapperOrder={["label", "input", "error", "description"]}
          classNames={{ input: classes.mono }}
          autoComplete="off"
          value={draft.code}
          error={problems["code"]}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
      );
  }
}

interface PersonFieldProps {
  member: string;
  error: string | undefined;
  onChange: (member: string) => void;
}

function PersonField({ member, error, onChange }: PersonFieldProps) {
  const people = [...usePeople().values()].filter((one) => one.disabled_at === null || one.id === member);
  return (
    <Select
      name="member"
      label="Person"
      placeholder="Choose a person"
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={member || null}
      onChange={(id) => onChange(id ?? "")}
      error={error}
      comboboxProps={{ portalProps: inMain }}
      searchable
    />
  );
}

import { Button, Checkbox, MultiSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFieldErrors } from "../../form.ts";
import { inMain } from "../../ui/browser.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { Notice } from "../../ui/states.tsx";
import { useTypes } from "../types/index.ts";
import type { WebhookDraft } from "./draft.ts";
import classes from "./editor.module.css";
import { FilterField } from "./filter-field.tsx";
import { HeaderInputs } from "./header-inputs.tsx";
import { Preview } from "./preview.tsx";
import { groupsOf } from "./event-groups.ts";
import { eventTypes } from "./read.ts";
import { splitFilter } from "./split-filter.ts";

interface WebhookFormProps {
  initial: WebhookDraft;
  onSave: (draft: WebhookDraft) => void;
  isSaving: boolean;
  error: Error | null;
  button: string;
}

/** What a webhook sends and where, beside what it would have sent of the latest events. */
export function WebhookForm({ initial, onSave, isSaving, error, button }: WebhookFormProps) {
  const [draft, setDraft] = useState(initial);
  const [missing, setMissing] = useState<string>();
  // The bar applies what works when it is left. What is still not applied then would be lost, and more would be sent than meant.
  const isUnusable = useRef(false);
  const [badFilter, setBadFilter] = useState<string>();
  const url = useRef<HTMLInputElement>(null);
  const change = (part: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { errors: problems, failure } = useFieldErrors(error, draft);
  const headerProblem = Object.entries(problems).find(([field]) => field.startsWith("headers"))?.[1];
  const unshown = Object.entries(problems).find(([field]) => !/^(name|url|filter|event_types|headers)(\/|$)/.test(field))?.[1];
  const save = () => {
    setBadFilter(isUnusable.current ? "This filter does not work. Correct or clear it." : undefined);
    if (isUnusable.current) return;
    if (draft.url.trim() !== "") return onSave(draft);
    setMissing("Enter the address to send to.");
    url.current?.focus();
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
        {(failure ?? unshown) && <Notice tone="bad">{failure ?? unshown}</Notice>}
        <TextInput
          ref={url}
          label="URL"
          type="url"
          placeholder="https://example.com/kith"
          description="Your server must reply 2xx within 15 seconds."
          inputWrapperOrder={["label", "input", "error", "description"]}
          classNames={{ input: classes.mono }}
          autoComplete="off"
          value={draft.url}
          error={missing ?? problems["url"]}
          onChange={(event) => {
            setMissing(undefined);
            change({ url: event.currentTarget.value });
          }}
        />
        <TextInput
          label="Name"
          placeholder="Optional. Defaults to the host name"
          autoComplete="off"
          value={draft.name}
          error={problems["name"]}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <EventTypes value={draft.event_types} onChange={(types) => change({ event_types: types })} error={problems["event_types"]} />
        <FilterField
          value={draft.filter}
          onChange={(filter) => change({ filter })}
          error={badFilter ?? problems["filter"]}
          onUnusable={(isSo) => {
            isUnusable.current = isSo;
            if (!isSo) setBadFilter(undefined);
          }}
        />
        <ChangedFields draft={draft} onChange={(fields) => change({ fields })} />
        <HeaderInputs headers={draft.headers} onChange={(headers) => change({ headers })} error={headerProblem} />
        <div className={classes.signing}>
          <Checkbox
            label="Also sign with a key pair"
            checked={draft.with_public_key}
            onChange={(event) => change({ with_public_key: event.currentTarget.checked })}
          />
          <p className="k-tip">
            Adds an Ed25519 signature (<code>v1a,…</code>) beside the usual one (<code>v1,…</code>). A receiver checks it with the public
            key and needs no secret.
          </p>
        </div>
        <div className={classes.buttons}>
          <Button size="sm" type="submit" variant="filled" loading={isSaving}>
            {button}
          </Button>
          <ButtonLink size="sm" to="/company/webhooks">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <Preview draft={draft} />
    </div>
  );
}

interface EventTypesProps {
  value: string[];
  onChange: (types: string[]) => void;
  error: string | undefined;
}

function EventTypes({ value, onChange, error }: EventTypesProps) {
  const { data } = useQuery(eventTypes);
  const labels = new Map(data?.items.map(({ type, label }) => [type, label]));
  return (
    <MultiSelect
      label="Event types"
      placeholder={value.length === 0 ? "Every event, also sign-ins and settings" : ""}
      data={groupsOf(data?.items.map(({ type }) => type) ?? [])}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className="k-mono">{option.value}</span>
          <span className={classes.meaning}>{labels.get(option.value)}</span>
        </span>
      )}
      classNames={{ inputField: classes.search, pill: classes.pill }}
      comboboxProps={{ portalProps: inMain }}
      searchable
      hidePickedOptions
      nothingFoundMessage="No such type"
      error={error}
    />
  );
}

function ChangedFields({ draft, onChange }: { draft: WebhookDraft; onChange: (fields: string[]) => void }) {
  const types = useTypes().items;
  const { type: chosen } = splitFilter(
    draft.filter,
    types.map(({ key }) => key),
  );
  const asked = types.filter(({ key }) => key === chosen);
  const fields = new Map((asked.length > 0 ? asked : types).flatMap((type) => type.fields.map(({ key, label }) => [key, label])));
  return (
    <MultiSelect
      label="Changed fields"
      placeholder={draft.fields.length === 0 ? "Every change" : ""}
      description="Only changes of one of these fields are sent."
      inputWrapperOrder={["label", "input", "error", "description"]}
      data={[...fields].map(([value, label]) => ({ value, label }))}
      value={draft.fields}
      onChange={onChange}
      classNames={{ inputField: classes.search, pill: classes.pill }}
      comboboxProps={{ portalProps: inMain }}
      searchable
      hidePickedOptions
      nothingFoundMessage="No such field"
    />
  );
}

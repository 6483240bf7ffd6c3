import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { isRelation, useTypes } from "../../types/index.ts";
import type { Mapped, MappedDraft } from "./draft.ts";
import classes from "./destinations.module.css";

interface MappingFieldsProps {
  mapping: MappedDraft[];
  onChange: (mapping: MappedDraft[]) => void;
  error: string | undefined;
}

const MAX = 50;

/** What is known of a lead besides its fields. */
const MORE = [
  { value: "lead_id", label: "Id of the lead" },
  { value: "received_at", label: "When it was received" },
  { value: "attribution.page", label: "Page it was sent from" },
  { value: "attribution.referrer", label: "Referrer" },
  { value: "attribution.utm_source", label: "utm_source" },
  { value: "attribution.utm_medium", label: "utm_medium" },
  { value: "attribution.utm_campaign", label: "utm_campaign" },
];

/** The body, name by name. Nothing in it is code: a field, a fixed text, or a text with fields in it. */
export function MappingFields({ mapping, onChange, error }: MappingFieldsProps) {
  const type = useTypes().items.find(({ key }) => key === "lead");
  const fields = [
    { value: "name", label: "Name" },
    ...(type?.fields ?? []).filter((field) => field.key !== "name" && !isRelation(field)).map(({ key, label }) => ({ value: key, label })),
    ...MORE,
  ];
  const set = (key: number, part: Partial<Mapped>) => onChange(mapping.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const next = fields.find(({ value }) => !mapping.some((row) => row.from === "field" && row.value === value))?.value ?? "name";
    onChange([
      ...mapping,
      { key: Math.max(-1, ...mapping.map((row) => row.key)) + 1, to: next.replace(".", "_"), from: "field", value: next },
    ]);
  };
  return (
    <fieldset className={classes.set}>
      <legend>Body</legend>
      {mapping.length === 0 && <p className="k-tip">Every value of the lead, under the names of its fields.</p>}
      {mapping.map((row, at) => (
        <div className={classes.mapped} role="group" aria-label={`Value ${at + 1}`} key={row.key}>
          <TextInput
            aria-label={`Name in the body ${at + 1}`}
            placeholder="person.email"
            classNames={{ input: classes.mono }}
            autoComplete="off"
            value={row.to}
            onChange={(event) => set(row.key, { to: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`What it is ${at + 1}`}
            value={row.from}
            onChange={(event) => {
              const from = event.currentTarget.value as Mapped["from"];
              set(row.key, { from, value: from === "field" ? "name" : from === "template" ? `{{${row.value}}}` : "" });
            }}
            data={[
              { value: "field", label: "field" },
              { value: "text", label: "fixed text" },
              { value: "template", label: "text with fields" },
            ]}
          />
          {row.from === "field" ? (
            <NativeSelect
              aria-label={`Field ${at + 1}`}
              value={row.value}
              onChange={(event) => set(row.key, { value: event.currentTarget.value })}
              data={
                fields.some(({ value }) => value === row.value) ? fields : [{ value: row.value, label: `${row.value} (gone)` }, ...fields]
              }
            />
          ) : (
            <TextInput
              aria-label={`Text ${at + 1}`}
              placeholder={row.from === "template" ? "{{name}} from {{company}}" : "kith"}
              autoComplete="off"
              value={row.value}
              onChange={(event) => set(row.key, { value: event.currentTarget.value })}
            />
          )}
          <ActionIcon
            size="md"
            aria-label={`Remove ${row.to || `value ${at + 1}`}`}
            onClick={() => onChange(mapping.filter((one) => one.key !== row.key))}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {error && <p className={classes.error}>{error}</p>}
      <div>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add} disabled={mapping.length >= MAX}>
          Add value
        </Button>
      </div>
    </fieldset>
  );
}

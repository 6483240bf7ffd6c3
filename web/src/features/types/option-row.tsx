import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconArchive, IconRestore, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { OptionDot, StageRing } from "./option-mark.tsx";
import { ColourMenu } from "./colour-menu.tsx";
import type { OptionDraft } from "./field-draft.ts";
import classes from "./option-list.module.css";
import { type Field, type FieldKind, isStage } from "./types.ts";

const STATES = [
  { value: "open", label: "Open" },
  { value: "won", label: "Won" },
  { value: "lost", label: "Lost" },
];
/** What is over has one probability: certain, or none. */
const PROBABILITIES: Record<string, number> = { won: 100, lost: 0 };

interface OptionRowProps {
  option: OptionDraft;
  all: OptionDraft[];
  kind: FieldKind;
  grip: ReactNode;
  /** Just added: its name is typed next. */
  isFresh: boolean;
  error: string | undefined;
  onChange: (change: Partial<OptionDraft>) => void;
  onRemove: () => void;
  onEnter: () => void;
}

export function OptionRow({ option, all, kind, grip, isFresh, error, onChange, onRemove, onEnter }: OptionRowProps) {
  const name = option.label || "the new option";
  const isStep = isStage({ type: kind });
  return (
    <div className={classes.row} data-retired={option.retired || undefined} data-stage={isStep || undefined}>
      {grip}
      <ColourMenu name={name} colour={option.color} onChange={(color) => onChange({ color })} disabled={option.retired ?? false}>
        {isStep ? <StageRing field={pretend(all)} option={{ ...option, key: option.id }} /> : <OptionDot colour={option.color} />}
      </ColourMenu>
      <TextInput
        className={classes.label}
        ref={isFresh ? takeFocus : undefined}
        size="sm"
        aria-label={`Name of ${name}`}
        placeholder="Name"
        value={option.label}
        disabled={option.retired}
        error={error}
        maxLength={60}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter goes on to the next option; the dialog is saved by its button.
          event.preventDefault();
          onEnter();
        }}
      />
      {isStep && <StageInputs option={option} name={name} onChange={onChange} />}
      <RemoveButton option={option} name={name} onRemove={onRemove} />
    </div>
  );
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

function StageInputs({ option, name, onChange }: Pick<OptionRowProps, "option" | "onChange"> & { name: string }) {
  const state = option.state ?? "open";
  return (
    <>
      <NativeSelect
        className={classes.state}
        size="sm"
        aria-label={`State of ${name}`}
        data={STATES}
        value={state}
        disabled={option.retired}
        onChange={(event) => {
          const chosen = event.currentTarget.value as NonNullable<OptionDraft["state"]>;
          onChange({ state: chosen, probability: PROBABILITIES[chosen] ?? option.probability ?? 0 });
        }}
      />
      <TextInput
        className={classes.probability}
        size="sm"
        inputMode="numeric"
        aria-label={`Probability of ${name} in percent`}
        rightSection={<span className="k-faint">%</span>}
        value={String(option.probability ?? 0)}
        disabled={option.retired || state !== "open"}
        onChange={(event) => onChange({ probability: Math.min(Number(event.currentTarget.value.replaceAll(/\D/g, "")), 100) })}
      />
    </>
  );
}

function RemoveButton({ option, name, onRemove }: Pick<OptionRowProps, "option" | "onRemove"> & { name: string }) {
  const [Icon, words] =
    option.key === null
      ? [IconTrash, `Remove ${name}`]
      : option.retired
        ? [IconRestore, `Restore ${name}`]
        : [IconArchive, `Retire ${name}`];
  return (
    <ActionIcon aria-label={words} title={words} onClick={onRemove}>
      <Icon size={16} stroke={1.75} />
    </ActionIcon>
  );
}

/** The ring takes its colour from its place among the field's options: the field as it would be. */
const pretend = (options: OptionDraft[]) => ({ options: options.map((option) => ({ ...option, key: option.id })) }) as unknown as Field;

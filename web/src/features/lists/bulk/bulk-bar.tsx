import { wholeText } from "../../../ui/formats.ts";
import { IconCircleHalf2, IconGitMerge, IconPencil, IconRestore, IconTrash, IconUser, IconX } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Menu } from "@mantine/core";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import type { Then } from "../../../ui/picker.tsx";
import { type Field, fieldOf, isStage, manyOf, oneOf, optionOf, type RecordType } from "../../types/index.ts";
import { showsTrash } from "../../filters/index.ts";
import { countText, FieldEditor, isBlank, moneyText, ownAmount } from "../../fields/index.ts";
import { MergeDialog, type RecordPage, useAskForReason, useTotals } from "../../records/index.ts";
import type { Selection } from "../table/use-selection.ts";
import { useBulk } from "./bulk-provider.tsx";
import classes from "./bulk.module.css";

interface BulkBarProps {
  type: RecordType;
  filter: string;
  count: RecordPage["count"];
  selection: Selection;
}

const ASK_FROM = 50;
const MAX_MERGE = 20;

/** What can be done with what is selected, floating above the footer. */
export function BulkBar({ type, filter, count, selection }: BulkBarProps) {
  const [field, setField] = useState<Field>();
  const [asked, setAsked] = useState<"delete" | "merge">();
  const start = useBulk();
  const askForReason = useAskForReason();
  const { records, isAll } = selection;
  if (selection.isEmpty) return null;
  const all = count ?? { value: 0, is_exact: false };
  const size = isAll ? { ...all, value: all.value - records.size } : { value: records.size, is_exact: true };
  const what = `${countText(size)} ${size.value === 1 ? oneOf(type) : manyOf(type)}`;
  const ids = [...records.keys()];
  const target = isAll ? { filter, except: ids } : { ids };
  const number = (done: number) => `${wholeText(done)} ${done === 1 ? oneOf(type) : manyOf(type)}`;

  const apply = (value: unknown) => {
    if (!field) return;
    const stage = isStage(field) ? optionOf(field, value) : undefined;
    setField(undefined);
    askForReason({ type, what, values: { [field.key]: value }, known: {} }, (values) => {
      start({
        type: type.key,
        target,
        values,
        title: `Setting ${field.label.toLowerCase()} of ${what}`,
        said: (done) => (stage ? `${number(done)} moved to ${stage.label}.` : `${field.label} of ${number(done)} changed.`),
      });
      selection.clear();
    });
  };
  const remove = () => {
    setAsked(undefined);
    start({ type: type.key, target, title: `Moving ${what} to the trash`, said: (done) => `${number(done)} moved to trash.` });
    selection.clear();
  };
  const restore = () => {
    start({ type: type.key, target, isRestore: true, title: `Restoring ${what}`, said: (done) => `${number(done)} restored.` });
    selection.clear();
  };
  // What is in the trash can only come back: everything else would be refused.
  const isTrash = isAll ? showsTrash(filter) : [...records.values()].every((record) => record.deleted_at !== null);
  const clear = <BarButton icon={IconX} label="Clear" hint={<Kbd keys="Esc" onInk />} onClick={selection.clear} />;
  const stageField = fieldOf(type, type.stage_field);
  const owner = fieldOf(type, "owner");
  const others = type.fields.filter((one) => !one.is_read_only && one.key !== "name" && one !== stageField && one !== owner);
  return (
    <>
      <div className={classes.bar} role="toolbar" aria-label={`${what} selected`}>
        <span className="k-number">
          <b>{countText(size)}</b> selected
        </span>
        <Sum type={type} filter={filter} selection={selection} />
        <span className={classes.line} />
        {isTrash ? (
          <>
            <BarButton icon={IconRestore} label="Restore" onClick={restore} />
            <span className={classes.line} />
            {clear}
          </>
        ) : field ? (
          <span className={classes.set}>
            Set {field.label.toLowerCase()} to
            <span className={classes.field}>
              <FieldEditor
                field={{ ...field, is_required: false }}
                value={null}
                look="cell"
                onSave={(value, then) => (isNothing(value, then) ? setField(undefined) : apply(value))}
                onCancel={() => setField(undefined)}
              />
            </span>
          </span>
        ) : (
          <>
            {stageField && <BarButton icon={IconCircleHalf2} label={stageField.label} onClick={() => setField(stageField)} />}
            {owner && <BarButton icon={IconUser} label={owner.label} onClick={() => setField(owner)} />}
            <Menu position="top">
              <Menu.Target>
                <BarButton icon={IconPencil} label="Edit" />
              </Menu.Target>
              <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
                {others.map((one) => (
                  <Menu.Item onClick={() => setField(one)} key={one.key}>
                    {one.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {!isAll && records.size > 1 && records.size <= MAX_MERGE && (
              <BarButton icon={IconGitMerge} label="Merge" onClick={() => setAsked("merge")} />
            )}
            <BarButton
              icon={IconTrash}
              label="Delete"
              isDanger
              onClick={() => (isAll || records.size >= ASK_FROM ? setAsked("delete") : remove())}
            />
            <span className={classes.line} />
            {clear}
          </>
        )}
      </div>
      <ConfirmDialog
        title={`Delete ${what}?`}
        opened={asked === "delete"}
        onClose={() => setAsked(undefined)}
        confirm={`Delete ${what}`}
        onConfirm={remove}
      >
        <p className="k-muted">They go to the trash for 30 days. You can undo it.</p>
      </ConfirmDialog>
      {asked === "merge" && (
        <MergeDialog type={type} records={[...records.values()]} onClose={() => setAsked(undefined)} onMerged={selection.clear} />
      )}
    </>
  );
}

/** Left without a choice. An empty list is one too: it would take what all of them have. */
const isNothing = (value: unknown, then: Then) => isBlank(value) && (then === "stay" || Array.isArray(value));

function Sum({ type, filter, selection }: Pick<BulkBarProps, "type" | "filter" | "selection">) {
  const totals = useTotals(type, filter);
  const key = type.amount_field;
  if (key === null) return null;
  const chosen = [...selection.records.values()].reduce((sum, record) => sum + ownAmount(record.values[key]), 0);
  const sum = selection.isAll ? totals && totals.sum - chosen : chosen;
  return sum === undefined ? null : <span className={classes.sum}>{moneyText(sum)}</span>;
}

interface BarButtonProps extends React.ComponentProps<"button"> {
  icon: ComponentType<{ size: number; stroke: number; "aria-hidden": boolean }>;
  label: string;
  hint?: ReactNode;
  isDanger?: boolean;
}

function BarButton({ icon: Icon, label, hint, isDanger = false, className = "", ...props }: BarButtonProps) {
  return (
    <button type="button" {...props} className={`${classes.button} ${className}`} data-danger={isDanger || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {label}
      {hint}
    </button>
  );
}

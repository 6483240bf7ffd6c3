import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Notice } from "../../ui/states.tsx";
import { useRetire } from "./change-types.ts";
import { countText, type Field, fieldOf, manyOf, type RecordType } from "./types.ts";

interface RetireFieldProps {
  type: RecordType;
  /** Opens the question when there is one. */
  field: Field | undefined;
  onClose: () => void;
}

/** Asks before a field goes out of sight, and says how many records have a value in it. */
export function RetireField({ type, field, onClose }: RetireFieldProps) {
  const key = field?.key ?? "";
  const input = { type: type.key, field: key };
  const trial = useQuery({
    ...read("types.updateField", { ...input, retired: true, dry_run: true }),
    enabled: field !== undefined,
    staleTime: 0,
  });
  const { setField, isWorking } = useRetire();
  return (
    <ConfirmDialog
      title={`Retire ${field?.label ?? ""}?`}
      opened={field !== undefined}
      onClose={onClose}
      confirm="Retire field"
      isDisabled={!trial.data}
      isWorking={isWorking}
      onConfirm={() => setField(input, field?.label ?? key, true, onClose)}
    >
      {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
      {trial.data && (
        <p className="k-muted">
          {trial.data.records_affected === 0
            ? `No ${type.label.toLowerCase()} has a value in it.`
            : `${countText(trial.data.records_affected, type)} ${trial.data.records_affected === 1 ? "has" : "have"} a value in it.`}{" "}
          It is no longer shown, filtered by or imported. Restore it, and the values are back.
        </p>
      )}
    </ConfirmDialog>
  );
}

interface RetireTypeProps {
  type: RecordType;
  opened: boolean;
  onClose: () => void;
  onRetired: () => void;
}

/** Asks before a type goes out of sight with its records. */
export function RetireType({ type, opened, onClose, onRetired }: RetireTypeProps) {
  const trial = useQuery({ ...read("types.update", { type: type.key, retired: true, dry_run: true }), enabled: opened, staleTime: 0 });
  const { setType, isWorking } = useRetire();
  const done = () => {
    onClose();
    onRetired();
  };
  return (
    <ConfirmDialog
      title={`Retire ${type.label_plural}?`}
      opened={opened}
      onClose={onClose}
      confirm="Retire type"
      isDisabled={!trial.data}
      isWorking={isWorking}
      onConfirm={() => setType(type.key, type.label_plural, true, done)}
    >
      {trial.isError && <Notice tone="bad">{trial.error.message}</Notice>}
      {trial.data && (
        <p className="k-muted">
          {trial.data.records_affected === 0
            ? `There are no ${manyOf(type)}.`
            : `${countText(trial.data.records_affected, type)} are hidden.`}{" "}
          {linksTo(type)}Restore the type, and everything is back.
        </p>
      )}
    </ConfirmDialog>
  );
}

function linksTo(type: RecordType): string {
  const others = type.fields.filter((field) => field.relation && field.is_read_only && fieldOf(type, field.key));
  return others.length > 0 ? "Fields of other types that link here are hidden too. " : "";
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { clientOf, type Key } from "./key-cells.tsx";
import classes from "./keys.module.css";

interface DeleteKeysProps {
  /** The dialog is open while there are any. */
  keys: Key[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before deleting keys, and shows which client used them last. */
export function DeleteKeys({ keys, onClose, onDeleted }: DeleteKeysProps) {
  const client = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of keys) await api.call("keys.delete", { id });
    },
    onSuccess: () => {
      toast({ text: keys.length === 1 ? `Key “${keys[0]?.name}” deleted.` : `${keys.length} keys deleted.` });
      onDeleted();
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
    // Also after a failure: some keys may be deleted.
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ["keys.list"] }), client.invalidateQueries({ queryKey: ["keys.listCompany"] })]),
  });
  const isOne = keys.length === 1;
  return (
    <ConfirmDialog
      title={isOne ? `Delete key “${keys[0]?.name}”?` : `Delete ${keys.length} keys?`}
      opened={keys.length > 0}
      onClose={onClose}
      confirm={isOne ? "Delete key" : "Delete keys"}
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p className="k-muted">
        {isOne
          ? "It stops working at once. Its past changes keep its name."
          : "They stop working at once. Their past changes keep their names."}
      </p>
      <ul className={classes.deleted}>
        {keys.map((key) => (
          <li key={key.id}>
            <span className="k-truncate">{isOne ? "Last used" : key.name}</span>
            <span className="k-muted">
              <LastUse apiKey={key} />
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function LastUse({ apiKey }: { apiKey: Key }) {
  if (!apiKey.last_used_at) return "never";
  return (
    <>
      <RelativeTime at={apiKey.last_used_at} /> from {clientOf(apiKey)}
    </>
  );
}

import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { read } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./keys-left.module.css";

/** After a new password: keys go on working, and whoever had the old password may have made one. */
export function KeysLeft({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data } = useQuery({ ...read("keys.list", {}), enabled: opened });
  const keys = data?.items ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: async () => {
      for (const id of chosen) await api.call("keys.delete", { id });
    },
    onSuccess: () => {
      toast({ text: chosen.size === 1 ? "1 key deleted." : `${chosen.size} keys deleted.` });
      setChosen(new Set());
      onClose();
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: ["keys.list"] }),
  });
  const toggle = (id: string) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const title = keys.length === 1 ? "This key still works" : `These ${keys.length} keys still work`;
  return (
    <Dialog title={title} opened={opened && keys.length > 0} onClose={onClose} width={400}>
      <DialogBody>
        <p className="k-muted">A new password does not stop API keys. Delete those you do not know or no longer use.</p>
        <ul className={classes.keys}>
          {keys.map((key) => (
            <li key={key.id}>
              <Checkbox
                styles={{ body: { alignItems: "flex-start" } }}
                classNames={{ inner: classes.box, description: classes.used }}
                checked={chosen.has(key.id)}
                onChange={() => toggle(key.id)}
                label={<span className="k-truncate">{key.name}</span>}
                description={
                  key.last_used_at ? (
                    <span>
                      Last used <RelativeTime at={key.last_used_at} />
                    </span>
                  ) : (
                    "Never used"
                  )
                }
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Keep all
        </Button>
        <Button
          size="sm"
          className="k-danger"
          data-outlined
          disabled={chosen.size === 0}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {chosen.size === 1 ? "Delete 1 key" : `Delete ${chosen.size} keys`}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

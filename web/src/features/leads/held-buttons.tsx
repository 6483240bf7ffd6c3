import { Button } from "@mantine/core";
import { IconCheck, IconShieldExclamation, IconTrash } from "@tabler/icons-react";
import type { Submission } from "./read.ts";
import { useHeldActions } from "./use-held-actions.ts";

/** What can be decided about one submission on its own page. */
export function HeldButtons({ submission: { id, state } }: { submission: Submission }) {
  const { letIn, drop, hold, isWorking } = useHeldActions(() => {});
  if (state === "dropped")
    return (
      <Button size="sm" leftSection={<IconShieldExclamation size={16} stroke={1.75} />} loading={isWorking} onClick={() => hold([id])}>
        Hold again
      </Button>
    );
  if (state !== "held" && state !== "failed") return null;
  return (
    <>
      <Button size="sm" leftSection={<IconTrash size={16} stroke={1.75} />} disabled={isWorking} onClick={() => drop([id])}>
        Drop
      </Button>
      <Button
        size="sm"
        variant="filled"
        leftSection={<IconCheck size={16} stroke={1.75} />}
        disabled={isWorking}
        onClick={() => letIn([id])}
      >
        {state === "failed" ? "Try again" : "Let in"}
      </Button>
    </>
  );
}

import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { SUBMISSIONS } from "./read.ts";

export interface HeldActions {
  letIn: (ids: string[]) => void;
  drop: (ids: string[]) => void;
  hold: (ids: string[]) => void;
  isWorking: boolean;
}

const counted = (count: number) => (count === 1 ? "1 submission" : `${count} submissions`);

/** What somebody decides about submissions, one or many. A drop can be undone for 30 days. */
export function useHeldActions(onDone: (ids: string[]) => void): HeldActions {
  const toast = useToast();
  const restore = useWrite("leads.restoreSubmissions", {
    refresh: SUBMISSIONS,
    onDone: ({ changed }, { ids }) => {
      toast({ text: changed === 0 ? "It was changed meanwhile. Nothing was held again." : `${counted(changed)} held again.` });
      onDone(ids);
    },
  });
  const release = useWrite("leads.releaseSubmissions", {
    refresh: SUBMISSIONS,
    onDone: ({ changed }, { ids }) => {
      toast({ text: changed === 0 ? "Somebody else decided already. Nothing was let in." : `${counted(changed)} let in.` });
      onDone(ids);
    },
  });
  const drop = useWrite("leads.dropSubmissions", {
    refresh: SUBMISSIONS,
    onDone: ({ changed }, { ids }) => {
      if (changed === 0) toast({ text: "Somebody else decided already. Nothing was dropped." });
      else toast({ text: `${counted(changed)} dropped.`, undo: () => restore.mutate({ ids }) });
      onDone(ids);
    },
  });
  return {
    letIn: (ids) => ids.length > 0 && release.mutate({ ids }),
    drop: (ids) => ids.length > 0 && drop.mutate({ ids }),
    hold: (ids) => ids.length > 0 && restore.mutate({ ids }),
    isWorking: release.isPending || drop.isPending || restore.isPending,
  };
}

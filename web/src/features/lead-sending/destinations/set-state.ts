import { useWrite } from "../../../calls.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { Destination } from "../read.ts";

const REFRESHED: ("leadSending.listDestinations" | "leadSending.getDestination" | "leadSending.getRules")[] = [
  "leadSending.listDestinations",
  "leadSending.getDestination",
  "leadSending.getRules",
];

/** Pauses a destination or turns it on, with the way back. */
export function useSetState({ id, name }: Destination) {
  const toast = useToast();
  const write = useWrite("leadSending.setDestinationState", {
    refresh: REFRESHED,
    onDone: (_, { state }) =>
      toast({
        text: state === "paused" ? `“${name}” is paused. Leads go on to the next rule.` : `“${name}” is on.`,
        undo: () => back.mutate({ id, state: state === "paused" ? "on" : "paused" }),
      }),
  });
  const back = useWrite("leadSending.setDestinationState", { refresh: REFRESHED });
  return (state: "on" | "paused") => write.mutate({ id, state });
}

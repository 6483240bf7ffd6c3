import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import type { SavedView } from "./list-view.ts";

interface Words {
  /** "View", or what it is called where it is. */
  what: string;
  /** What its deletion leaves: "The records stay." */
  stays: string;
}

/** What can be done with a saved view besides opening it. */
export function useViewActions({ what, stays }: Words, onDeleted: () => void) {
  const toast = useToast();
  const update = useWrite("views.update", { refresh: ["views.list"] });
  const create = useWrite("views.create", { refresh: ["views.list"] });
  const remove = useWrite("views.delete", { refresh: ["views.list"] });
  return {
    share: ({ id, name }: SavedView, isShared: boolean) =>
      update.mutate(
        { id, is_shared: isShared },
        {
          onSuccess: () => toast({ text: isShared ? `“${name}” is now shared with everyone.` : `“${name}” is now visible only to you.` }),
        },
      ),
    drop({ id, owner: _owner, created_at: _at, ...settings }: SavedView) {
      const undo = () => create.mutate(settings);
      remove.mutate({ id }, { onSuccess: () => toast({ text: `${what} “${settings.name}” deleted. ${stays}`, undo }) });
      onDeleted();
    },
  };
}

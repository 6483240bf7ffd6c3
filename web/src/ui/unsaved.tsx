import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface UnsavedProps {
  /** Whether leaving would lose something. */
  isChanged: boolean;
  /** What would be lost, as a sentence: "Your changes of “Request a demo” have not been saved." */
  children: string;
}

/** Asks before the page is left with changes that nobody saved: by a link, the way back, or closing the tab. */
export function Unsaved({ isChanged, children }: UnsavedProps) {
  const { status, proceed, reset } = useBlocker({
    // Another tab of the same page keeps what was typed.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Leave without saving?"
      opened={status === "blocked"}
      onClose={() => reset?.()}
      keep="Keep editing"
      confirm="Discard changes"
      onConfirm={() => proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}

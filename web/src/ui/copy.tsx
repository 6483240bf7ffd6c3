import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";

const SHOWN_MS = 2000;

/** Copies a text and says for two seconds whether that worked. */
export function useCopy(text: string) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  const copy = async () => {
    setState((await copyText(text)) ? "copied" : "failed");
    setTimeout(() => setState("ready"), SHOWN_MS);
  };
  return { state, copy };
}

/** The copy icon beside an address or code. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy(text);
  const words = { ready: label, copied: "Copied", failed: "Not copied. Select the text and copy it by hand." }[state];
  return (
    <Tooltip label={words} opened={state === "ready" ? undefined : true}>
      <ActionIcon onClick={() => void copy()} aria-label={words}>
        <CopyMark isDone={state === "copied"} />
      </ActionIcon>
    </Tooltip>
  );
}

interface CopyButtonProps {
  copying: ReturnType<typeof useCopy>;
  hint?: ReactNode;
  children: string;
}

/** The main button of a dialog that shows something once. */
export function CopyButton({ copying: { state, copy }, hint, children }: CopyButtonProps) {
  return (
    <Button
      variant="filled"
      size="sm"
      onClick={() => void copy()}
      leftSection={<CopyMark isDone={state === "copied"} />}
      rightSection={hint}
      data-autofocus
    >
      <span aria-live="polite">{{ ready: children, copied: "Copied", failed: "Not copied" }[state]}</span>
    </Button>
  );
}

function CopyMark({ isDone }: { isDone: boolean }) {
  return isDone ? <IconCheck size={16} stroke={1.75} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByCommand(text);
  }
}

// On plain http (a trial inside a company network) there is no clipboard API. execCommand still works.
function copiedByCommand(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const worked = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return worked;
}

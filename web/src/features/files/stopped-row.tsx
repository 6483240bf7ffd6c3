import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { OutputOf } from "@kith/server/contract";
import { sizeText } from "../../ui/file.ts";
import { Meter } from "../../ui/meter.tsx";
import classes from "./files.module.css";

interface StoppedRowProps {
  upload: OutputOf<"files.uploads">["items"][number];
  /** False: the record takes no files. */
  isOpen: boolean;
  onChoose: () => void;
  onCancel: (id: string) => void;
}

/** An upload that stopped when the page was left. A page may not open a file by itself, so it is chosen once more. */
export function StoppedRow({ upload: { id, name, size, offset }, isOpen, onChoose, onCancel }: StoppedRowProps) {
  return (
    <li className={classes.upload}>
      <div className={classes.stopped}>
        <Meter
          title={name}
          part={offset / size}
          count={`${sizeText(offset)} of ${sizeText(size)}`}
          note={isOpen ? "Stopped. Choose the same file again to continue." : "Stopped."}
        />
        {isOpen && (
          <Button size="compact-xs" aria-label={`Choose file ${name} again`} onClick={onChoose}>
            Choose file
          </Button>
        )}
      </div>
      <ActionIcon aria-label={`Cancel ${name}`} onClick={() => onCancel(id)}>
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

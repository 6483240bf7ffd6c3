import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { sizeText } from "../../ui/file.ts";
import { Meter } from "../../ui/meter.tsx";
import classes from "./files.module.css";
import type { Upload } from "./uploads.ts";

interface UploadRowProps {
  upload: Upload;
  onCancel: (key: number) => void;
  onAgain: (key: number) => void;
}

/** A file on its way: how far it is, or why it did not arrive. */
export function UploadRow({ upload: { key, name, size, sent, state, problem }, onCancel, onAgain }: UploadRowProps) {
  return (
    <li className={classes.upload}>
      {state === "failed" ? (
        <div className={classes.failed} role="alert">
          <b className={classes.name}>{name}</b> was not attached. {problem}
          <Button size="compact-xs" onClick={() => onAgain(key)}>
            Try again
          </Button>
        </div>
      ) : (
        <Meter
          title={name}
          part={size > 0 ? sent / size : 0}
          count={state === "waiting" ? "Waiting" : `${sizeText(sent)} of ${sizeText(size)}`}
          note={noteOf(state, sent, size)}
        />
      )}
      <ActionIcon aria-label={state === "failed" ? `Dismiss ${name}` : `Cancel ${name}`} onClick={() => onCancel(key)}>
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

function noteOf(state: Upload["state"], sent: number, size: number): string | undefined {
  if (state === "held") return "The connection is lost. It goes on by itself.";
  return state === "sending" && sent === size ? "Being checked" : undefined;
}

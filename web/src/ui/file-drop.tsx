import { IconFileUpload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./file-drop.module.css";

interface FileDropProps {
  /** Instruction: "Drop a CSV file here, or choose one". */
  label: string;
  /** What kind of file, and how large it may be. */
  children: ReactNode;
  accept: string;
  disabled?: boolean;
  error?: string | undefined;
  onFile: (file: File) => void;
}

/** A drop area. It is the browser's file field, as large as the box, so that keyboard, phone and screen readers can use it. */
export function FileDrop({ label, children, accept, disabled = false, error, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  };
  return (
    <div>
      <label className={classes.drop} data-over={isOver || undefined} data-error={error ? true : undefined}>
        <IconFileUpload size={20} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
        <span className={classes.note}>{children}</span>
        <input
          className={classes.input}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Not every browser opens a file field with Enter. Prevent the default so that it does not open twice.
            event.preventDefault();
            event.currentTarget.click();
          }}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Allows choosing the same file again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

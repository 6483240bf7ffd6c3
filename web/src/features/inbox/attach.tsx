import { ActionIcon } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../api.ts";
import { sizeText } from "../../ui/file.ts";
import { useToast } from "../../ui/toast.tsx";
import classes from "./composer.module.css";
import { changeDraft, type DraftFile, draftText, readDraft } from "./draft.ts";
import { FileIcon } from "./message-files.tsx";

/** Whether a file is still on its way into this draft: what is sent now would leave without it. */
export const useIsUploading = (id: string) => useIsMutating({ mutationKey: uploading(id) }) > 0;

const uploading = (id: string) => ["upload", id];

interface FilesProps {
  /** Of the draft. */
  id: string;
  files: DraftFile[];
}

const MAX_BYTES = 25 * 1_048_576;

/** Chooses files, which are kept at once: sending only names them. */
export function AttachButton({ id }: Pick<FilesProps, "id">) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const add = useMutation({
    mutationKey: uploading(id),
    mutationFn: async (chosen: File[]) => {
      for (const file of chosen) {
        if (file.size > MAX_BYTES) throw new Error(`“${file.name}” is larger than 25 MiB. Send a smaller one, or a link to it.`);
        const { id: fileId, name, type, size } = await api.upload(file);
        // Beside those that are there by now: somebody may have removed one meanwhile.
        changeDraft(id, { files: [...readDraft(draftText(id)).files, { id: fileId, name, type, size }] });
      }
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
  });
  return (
    <>
      <ActionIcon aria-label="Attach files" title="Attach files" loading={add.isPending} onClick={() => input.current?.click()}>
        <IconPaperclip size={16} stroke={1.75} />
      </ActionIcon>
      <input
        className={classes.hidden}
        type="file"
        multiple
        aria-label="Files to attach"
        ref={input}
        onChange={(event) => {
          add.mutate([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/** What goes with the message, each with a way to leave it out. */
export function DraftFiles({ id, files }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Attached files">
      {files.map((file) => (
        <li className={classes.file} key={`${file.id} ${file.name}`}>
          <FileIcon type={file.type} />
          <span className="k-truncate">{file.name}</span>
          <span className={classes.size}>{sizeText(file.size)}</span>
          <ActionIcon
            size={20}
            aria-label={`Remove ${file.name}`}
            onClick={() => changeDraft(id, { files: files.filter((one) => one !== file) })}
          >
            <IconX size={12} stroke={1.75} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

import { ActionIcon } from "@mantine/core";
import { IconPaperclip, IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import type { ShownRecord } from "../../manifest.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RecordSection } from "../records/index.ts";
import { FileRow } from "./file-row.tsx";
import classes from "./files.module.css";
import { useTakeFiles } from "./take-files.ts";
import { useFiles } from "./use-files.ts";
import { StoppedRow } from "./stopped-row.tsx";
import { useStoppedUploads } from "./stopped-uploads.ts";
import { UploadRow } from "./upload-row.tsx";
import { useUploads } from "./uploads-provider.tsx";

/** The files of a record: chosen, dropped anywhere on its page, or pasted. */
export function RecordFiles({ record }: { record: ShownRecord }) {
  const { id } = record;
  const query = useFiles(id);
  const { uploads, add, cancel, again } = useUploads(id);
  const { stopped, cancel: cancelStopped } = useStoppedUploads(id, uploads);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = record.deleted_at === null;
  const isOver = useTakeFiles(isOpen, add);
  const count = query.data?.count ?? 0;
  const choose = () => input.current?.click();
  return (
    <RecordSection
      title="Files"
      side={
        <>
          {count > 0 && <span className="k-faint k-number">{count}</span>}
          {isOpen && (
            <ActionIcon className={classes.add ?? ""} aria-label="Attach files" title="Attach files" onClick={choose}>
              <IconPlus size={16} stroke={1.75} />
            </ActionIcon>
          )}
        </>
      }
    >
      <input
        className={classes.hidden}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files to attach"
        ref={input}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          event.currentTarget.value = "";
        }}
      />
      {uploads.length + stopped.length > 0 && (
        <ul className={classes.list} aria-label="On their way">
          {stopped.map((one) => (
            <StoppedRow upload={one} isOpen={isOpen} onChoose={choose} onCancel={cancelStopped} key={one.id} />
          ))}
          {uploads.map((upload) => (
            <UploadRow upload={upload} onCancel={cancel} onAgain={again} key={upload.key} />
          ))}
        </ul>
      )}
      <Loaded query={query} what="The files" skeleton={null}>
        {({ items: files }) => (
          <>
            {files.length > 0 && (
              <ul className={classes.list}>
                {files.map((file) => (
                  <FileRow record={record} file={file} key={file.id} />
                ))}
              </ul>
            )}
            {files.length === 0 && uploads.length + stopped.length === 0 && (
              <p className={classes.nothing}>{isOpen ? "No files yet. Drop some here, or paste a picture." : "No files."}</p>
            )}
            <LoadMore query={query} />
          </>
        )}
      </Loaded>
      {isOver && (
        <div className={classes.drop} role="status">
          <IconPaperclip size={20} stroke={1.75} aria-hidden />
          Drop to attach to {record.title}
        </div>
      )}
    </RecordSection>
  );
}

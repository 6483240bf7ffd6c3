import { ActionIcon, Menu } from "@mantine/core";
import { IconAlertTriangle, IconDots, IconDownload, IconPencil, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import type { ShownRecord } from "../../manifest.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { sizeText } from "../../ui/file.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../records/index.ts";
import { addressOf, type RecordFile } from "./file-address.ts";
import { FileKind } from "./file-kind.tsx";
import classes from "./files.module.css";
import { PictureDialog } from "./picture-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

/** One file of a record: a click saves it, or shows a picture. */
export function FileRow({ record, file }: { record: ShownRecord; file: RecordFile }) {
  const [dialog, setDialog] = useState<"picture" | "rename">();
  const toast = useToast();
  const undo = useUndo();
  const remove = useWrite("records.removeFile", {
    refresh: ["records.files"],
    onDone: ({ operation_id: operationId }) => toast({ text: `Removed ${file.name}.`, undo: () => undo([operationId]) }),
  });
  const close = () => setDialog(undefined);
  const words = (
    <>
      <FileKind file={file} />
      <span className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.about}>
          {sizeText(file.size)} · {file.by?.name ?? "Kith"} · <RelativeTime at={file.created_at} />
        </span>
        {file.warning && (
          <span className={classes.warning}>
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            {file.warning}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li className={classes.row}>
      {file.picture ? (
        <button className={classes.file} type="button" onClick={() => setDialog("picture")}>
          {words}
        </button>
      ) : (
        <a className={classes.file} href={addressOf(file)} download={file.name}>
          {words}
        </a>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${file.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {file.picture && (
            <Menu.Item leftSection={<IconPhoto size={16} stroke={1.75} />} onClick={() => setDialog("picture")}>
              Show
            </Menu.Item>
          )}
          <Menu.Item component="a" href={addressOf(file)} download={file.name} leftSection={<IconDownload size={16} stroke={1.75} />}>
            Download
          </Menu.Item>
          {record.deleted_at === null && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setDialog("rename")}>
                Rename
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={() => remove.mutate({ id: record.id, attachment: file.id })}
              >
                Remove
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <PictureDialog file={file} opened={dialog === "picture"} onClose={close} />
      <RenameDialog record={record.id} file={file} opened={dialog === "rename"} onClose={close} />
    </li>
  );
}

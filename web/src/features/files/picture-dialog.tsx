import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Button } from "@mantine/core";
import { addressOf, type RecordFile } from "./file-address.ts";
import classes from "./files.module.css";

interface PictureDialogProps {
  file: RecordFile;
  opened: boolean;
  onClose: () => void;
}

/** A picture, as large as there is room. It comes by the way that all files come: as something to save, of a type that cannot run. */
export function PictureDialog({ file, opened, onClose }: PictureDialogProps) {
  return (
    <Dialog title={file.name} opened={opened} onClose={onClose}>
      <DialogBody>
        <img
          className={classes.picture}
          src={addressOf(file)}
          width={file.picture?.width}
          height={file.picture?.height}
          alt={`Content of ${file.name}`}
        />
      </DialogBody>
      <DialogFoot isPlain>
        <Button size="sm" component="a" href={addressOf(file)} download={file.name} data-autofocus>
          Download
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

import { wholeText } from "../../ui/formats.ts";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Meter } from "../../ui/meter.tsx";
import { sizeText } from "../../ui/file.ts";
import { Notice, SkeletonRows } from "../../ui/states.tsx";
import { type Export, useDownload, useExport } from "./export.ts";

/** Progress, then the finished file. The export continues if the dialog is closed. */
export function ExportProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useExport(id);
  const download = useDownload();
  const file = query.data;
  return (
    <>
      <DialogBody>
        <Loaded query={query} what="The export" skeleton={<SkeletonRows rows={1} />}>
          {(found) => <State file={found} />}
        </Loaded>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
        {file?.state !== "failed" && (
          <Button
            size="sm"
            variant="filled"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={file?.state !== "done"}
            loading={download.isPending}
            onClick={() => file && download.mutate(file)}
          >
            Download
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

function State({ file }: { file: Export }) {
  if (file.state === "failed") return <Notice tone="bad">{file.failure ?? "The export stopped."}</Notice>;
  const rows = `${wholeText(file.rows)} ${file.rows === 1 ? "row" : "rows"}`;
  if (file.state === "done")
    return <Notice tone="good">{`${file.name} is ready: ${rows}, ${sizeText(file.size)}. It is kept for 7 days.`}</Notice>;
  return <Meter title={`Writing ${file.name}`} count={rows} note="You can close this dialog. Open it again to find the file." />;
}

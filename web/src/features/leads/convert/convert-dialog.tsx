import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import type { ShownRecord } from "../../../manifest.ts";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { ErrorState, SkeletonRows } from "../../../ui/states.tsx";
import { ConvertForm } from "./convert-form.tsx";
import { ConvertedTo } from "./converted-to.tsx";

interface ConvertDialogProps {
  record: ShownRecord;
  onClose: () => void;
}

/** Who and what the lead is, of those that are known or new, and the deal that begins with it. */
export function ConvertDialog({ record, onClose }: ConvertDialogProps) {
  // Read again each time: somebody may have added the contact meanwhile.
  const preview = useQuery({ ...read("leads.previewConversion", { id: record.id }), staleTime: 0, gcTime: 0 });
  return (
    <Dialog title={`Convert ${record.title}`} opened onClose={onClose}>
      {preview.data?.conversion ? (
        <ConvertedTo conversion={preview.data.conversion} onClose={onClose} />
      ) : preview.data ? (
        <ConvertForm record={record} preview={preview.data} onDone={onClose} />
      ) : (
        <>
          <DialogBody>
            {preview.error ? (
              <ErrorState title="The lead cannot be converted" message={preview.error.message} onRetry={() => void preview.refetch()} />
            ) : (
              <SkeletonRows />
            )}
          </DialogBody>
          <DialogFoot>
            <Button size="sm" onClick={onClose} data-autofocus>
              Cancel
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}

import { api, ApiError } from "../../api.ts";
import type { SendSteps } from "./uploads.ts";

interface Attached {
  name: string;
  operationId: string;
}

const MAX_BYTES = 25 * 1_048_576;

/** Brings a file to the service and puts it on a record. */
export function createAttach(onDone: (attached: Attached) => void) {
  return async (file: File, record: string, { signal, onSent }: SendSteps): Promise<void> => {
    refuse(file);
    const { id } = await api.upload(file, { signal });
    onSent(file.size);
    const { operation_id: operationId } = await api.call("records.attachFile", { id: record, file: id }, { signal });
    onDone({ name: file.name, operationId });
  };
}

/** Before anything is sent: the service says the same, in words for programs. */
function refuse({ size }: File): void {
  if (size === 0) throw new ApiError(422, "file_empty", "The file is empty.");
  if (size > MAX_BYTES)
    throw new ApiError(413, "file_too_large", "It is larger than 25 MiB. Attach a smaller one, or write down a link to it.");
}

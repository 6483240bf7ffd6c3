import { api, ApiError } from "../../api.ts";
import { sendInParts, untilReached } from "./send-in-parts.ts";
import type { SendSteps } from "./uploads.ts";

interface Attached {
  name: string;
  operationId: string;
}

interface Told {
  onAttached(attached: Attached): void;
  /** A large file is here, was refused or cancelled: the service no longer lists it as an upload. */
  onUploadEnded(): void;
}

/** Larger files go in parts. */
const WHOLE_BYTES = 4 * 1_048_576;

/** Brings a file to the service and puts it on a record. */
export function createAttach({ onAttached, onUploadEnded }: Told) {
  return async (file: File, record: string, steps: SendSteps): Promise<void> => {
    const { signal, onSent, onHeld } = steps;
    // Before anything is sent: the service says the same, in words for programs.
    if (file.size === 0) throw new ApiError(422, "file_empty", "The file is empty.");
    const isLarge = file.size > WHOLE_BYTES;
    const id = isLarge ? await sendInParts(file, record, steps).finally(onUploadEnded) : (await api.upload(file, { signal })).id;
    onSent(file.size);
    const attach = () => api.call("records.attachFile", { id: record, file: id }, { signal });
    // Repeated, it changes nothing. Given up, all bytes would have to be sent once more.
    const { operation_id: operationId } = await untilReached(attach, signal, onHeld);
    onAttached({ name: file.name, operationId });
  };
}

import { api } from "../../api.ts";
import type { SendSteps } from "./uploads.ts";

interface Attached {
  name: string;
  operationId: string;
}

/** Brings a file to the service and puts it on a record. */
export function createAttach(onDone: (attached: Attached) => void) {
  return async (file: File, record: string, { signal, onSent }: SendSteps): Promise<void> => {
    const { id } = await api.upload(file, { signal });
    onSent(file.size);
    const { operation_id: operationId } = await api.call("records.attachFile", { id: record, file: id }, { signal });
    onDone({ name: file.name, operationId });
  };
}

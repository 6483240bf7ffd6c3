import { useNavigate, useSearch } from "@tanstack/react-router";
import { Dialog } from "../../ui/dialog.tsx";
import { oneOf, type RecordType } from "../types/index.ts";
import { NewRecordForm } from "../records/index.ts";

/** The dialog for a new record, opened by `create` in the address. */
export function NewRecord({ type }: { type: RecordType }) {
  const { create = false } = useSearch({ from: "/records/$type" });
  const navigate = useNavigate({ from: "/records/$type" });
  const close = () => void navigate({ search: ({ create: _create, ...rest }) => rest, replace: true });
  return (
    <Dialog title={`New ${oneOf(type)}`} opened={create} onClose={close}>
      <NewRecordForm type={type} onDone={close} />
    </Dialog>
  );
}

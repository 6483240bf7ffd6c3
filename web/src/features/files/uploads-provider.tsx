import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { readAgain } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../records/index.ts";
import { createAttach } from "./attach-file.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const Context = createContext<Uploads | undefined>(undefined);

/** Around every page, so that a file goes on while its record is not looked at. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const [uploads] = useState(() =>
    createUploads({
      send: createAttach({
        onAttached({ name, operationId }) {
          toast({ text: `Attached ${name}.`, undo: () => undo([operationId]) });
          void readAgain(client, ["records.files"]);
        },
        onUploadEnded: () => void readAgain(client, ["files.uploads"]),
      }),
    }),
  );
  return <Context value={uploads}>{children}</Context>;
}

/** What is on its way to this record, and how to add to it. */
export function useUploads(record: string) {
  const uploads = useContext(Context);
  if (!uploads) throw new Error("uploads are outside of their provider");
  const all = useSyncExternalStore(uploads.subscribe, uploads.read);
  const mine = useMemo(() => all.filter((one) => one.record === record), [all, record]);
  return { uploads: mine, add: (files: readonly File[]) => uploads.add(record, files), cancel: uploads.cancel, again: uploads.again };
}

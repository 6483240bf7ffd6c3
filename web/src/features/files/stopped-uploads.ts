import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "@kith/server/contract";
import { read, useWrite } from "../../calls.ts";
import type { Upload } from "./uploads.ts";

type Stopped = OutputOf<"files.uploads">["items"][number];

/** Uploads to a record that this tab does not send: the page was loaded again, or the browser was closed. */
export function useStoppedUploads(record: string, sending: readonly Upload[]) {
  // Read once: what this tab begins and ends is known, and other tabs go on by themselves.
  const query = useQuery({ ...read("files.uploads", {}), staleTime: Infinity });
  const { mutate } = useWrite("files.cancelUpload", { refresh: ["files.uploads"] });
  const isHere = ({ name, size }: Stopped) => sending.some((one) => one.name === name && one.size === size);
  const stopped = (query.data?.items ?? []).filter((one) => one.tag?.startsWith(`${record} `) === true && !isHere(one));
  return { stopped, cancel: (id: string) => mutate({ id }) };
}

import * as imports from "@kith/server/features/imports/operations";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ApiError } from "../../api.ts";
import { readAgain } from "../../calls.ts";

const { MAX_FILE_BYTES, PART_BYTES } = imports;
const TRIES = 6;
const WAIT_MS = 1_000;

interface Sent {
  sent: number;
  size: number;
  /** Why it did not get further, and whether the same file would. */
  failure?: string;
  isRefused?: boolean;
}

interface Upload {
  file: File;
  type: string;
  /** An upload that stopped goes on: what has arrived counts once. */
  id?: string;
}

const keyOf = (id: string) => ["imports.upload", id];

/** How far this browser has come with sending a file; undefined when it is not sending it. */
export function useSent(id: string): Sent | undefined {
  return (
    useQuery<Sent | null>({ queryKey: keyOf(id), queryFn: () => null, enabled: false, gcTime: Number.POSITIVE_INFINITY }).data ?? undefined
  );
}

/** Sends a file in parts. It goes on when the page is left for another one of the application. */
export function useUpload(onBegun: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, type, id: known }: Upload) => {
      refuse(file);
      const id = known ?? (await api.call("imports.create", { type, name: file.name.slice(-200), size: file.size })).id;
      client.setQueryData<Sent>(keyOf(id), { sent: 0, size: file.size });
      onBegun(id);
      try {
        await sendParts(client, id, file);
        client.setQueryData(keyOf(id), null);
      } catch (error) {
        // The page that sent it may be left: what went wrong is kept where the import is shown.
        const failure = error instanceof Error ? error.message : String(error);
        client.setQueryData<Sent>(keyOf(id), (before) => ({
          sent: before?.sent ?? 0,
          size: file.size,
          failure,
          isRefused: error instanceof ApiError && !isPassing(error),
        }));
      } finally {
        // The page of the import opened with the first part, and what it asked then is not what is so now.
        await readAgain(client, ["imports.get", "imports.list"]);
      }
    },
  });
}

function refuse(file: File): void {
  const parsed = imports.create.input.pick({ name: true, size: true }).safeParse({ name: file.name.slice(-200), size: file.size });
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw new Error(file.size > MAX_FILE_BYTES ? "The file is larger than 50 MB. Split it in two." : issue.message);
}

async function sendParts(client: QueryClient, id: string, file: File): Promise<void> {
  for (let position = 0; position * PART_BYTES < file.size; position++) {
    const end = Math.min((position + 1) * PART_BYTES, file.size);
    await sendPart(id, position, await toBase64(file.slice(position * PART_BYTES, end)));
    client.setQueryData<Sent>(keyOf(id), { sent: end, size: file.size });
  }
}

/** A part that got lost on the way is sent again: the service counts it once. */
async function sendPart(id: string, position: number, base64: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await api.call("imports.addPart", { id, position, base64 });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && isPassing(error)) || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * attempt));
    }
  }
}

const isPassing = ({ code, status }: ApiError) => code === "unreachable" || status >= 500 || status === 429;

const toBase64 = (bytes: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(new Error("The file can no longer be read. Choose it again.")));
    reader.readAsDataURL(bytes);
  });

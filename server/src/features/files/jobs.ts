import { z } from "zod";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { fileId } from "./operations.ts";
import { removePiece } from "./upload-operations.ts";

/** Removes the bytes of an upload that was cancelled, or whose content was here already. */
export const removeBytes = defineJob({
  name: "files.removeBytes",
  label: "Removing an upload",
  payload: z.object({ company: z.uuid(), file: z.uuid() }),
  subject: ({ file }) => fileId.encode(file),
});

export const fileJobs = (): BoundJob[] => [
  handleJob(removeBytes, async ({ call, signal }, { file }) => {
    let isDone = false;
    while (!isDone && !signal.aborted) isDone = (await call(removePiece, { file: fileId.encode(file) })).is_done;
  }),
];

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useToast } from "../../../ui/toast.tsx";
import { patchRecords, refreshRecords, useUndo } from "../../records/index.ts";
import { BulkMeter } from "./bulk-meter.tsx";
import { type BulkJob, type BulkProgress, runBulk } from "./run-bulk.ts";

interface BulkWork extends BulkJob {
  /** While it runs: "Setting stage of 43 deals". */
  title: string;
  /** When it is done, from how many it was: "43 deals moved to Won." */
  said: (done: number) => string;
}

const StartBulk = createContext<(work: BulkWork) => void>(() => {});

/** Starts work on many records. It goes on while one looks at other pages. */
export const useBulk = () => useContext(StartBulk);

/** Does one piece of bulk work at a time, shows how far it is, and offers to take it back. */
export function BulkProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const [running, setRunning] = useState<{ title: string; progress: BulkProgress | undefined }>();
  const isStopped = useRef(false);
  const queue = useRef(Promise.resolve());

  const start = useMemo(() => {
    const run = async ({ title, said, ...job }: BulkWork) => {
      isStopped.current = false;
      setRunning({ title, progress: undefined });
      if (job.values && "ids" in job.target) patchRecords(client, new Set(job.target.ids), job.values);
      try {
        const { done, failed, operationIds, fieldErrors } = await runBulk(
          job,
          (progress) => setRunning({ title, progress }),
          () => isStopped.current,
        );
        const rest = failed > 0 ? ` ${failed} could not be changed${fieldErrors[0] ? `: ${fieldErrors[0]}` : "."}` : "";
        toast({ text: said(done) + rest, ...(operationIds.length > 0 ? { undo: () => undo(operationIds) } : {}) });
      } catch (error) {
        toast({ tone: "error", text: `Not finished: ${error instanceof Error ? error.message : "something went wrong."}` });
      }
      setRunning(undefined);
      await refreshRecords(client);
    };
    return (work: BulkWork) => {
      queue.current = queue.current.then(() => run(work));
    };
  }, [client, toast, undo]);

  const isRunning = running !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    // The browser does the work: closing it would stop in the middle, so it asks first.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);

  return (
    <StartBulk value={start}>
      {children}
      {running?.progress && <BulkMeter title={running.title} progress={running.progress} onStop={() => (isStopped.current = true)} />}
    </StartBulk>
  );
}

import type { Service } from "./service.ts";

/** Runs housekeeping once, on a worker, as the clock would. */
export async function runHousekeeping(service: Service): Promise<void> {
  const worker = await service.app.startWorker();
  try {
    await service.database.query("select graphile_worker.add_job('housekeeping')");
    for (;;) {
      const [job] = await service.database.query("select last_error from graphile_worker.jobs where task_identifier = 'housekeeping'");
      if (!job || job["last_error"]) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await worker.stop();
  }
}

import { z } from "zod";
import { system } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import { handleJob, type BoundJob } from "../../kernel/handle-job.ts";
import { defineJob } from "../../kernel/job.ts";
import { newId } from "../../kernel/random.ts";
import { memberId } from "../members/operations.ts";
import { PERIODS, widgetId } from "./operations.ts";

/** A widget over many records, for whoever looked at it first. */
export const countInBackground = defineJob({
  name: "dashboards.count",
  payload: z.object({ company: z.uuid(), widget: z.uuid(), user: z.uuid(), period: z.enum(PERIODS) }),
});

// These pass by themselves, and the queue comes back to the job.
const PASSING = new Set(["database_unavailable", "busy", "not_saved", "outcome_unknown"]);

export function dashboardJobs(): BoundJob[] {
  return [
    handleJob(countInBackground, async (execute, { company, widget, user, period }) => {
      const id = widgetId.encode(widget);
      const ask = (name: string, input: unknown) => execute(name, system(company), input, { id: newId(), surface: "system" });
      try {
        await ask("dashboards.count", { id, user: memberId.encode(user), period });
      } catch (error) {
        if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
        await ask("dashboards.fail", { id, period, failure: { code: error.code, message: error.message } });
      }
    }),
  ];
}

import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import { memberId } from "../members/operations.ts";
import { count, fail, PERIODS, widgetId } from "./operations.ts";

/** Counts a widget over many records, for the member who looked at it first. */
export const countInBackground = defineJob({
  name: "dashboards.count",
  label: "Figure of a dashboard",
  payload: z.object({ company: z.uuid(), widget: z.uuid(), user: z.uuid(), period: z.enum(PERIODS) }),
  subject: ({ widget }) => widgetId.encode(widget),
  canRetry: false, // opening the dashboard again starts a new count
});

// Temporary errors: the job is retried.
const PASSING = new Set(["database_unavailable", "busy", "not_saved", "outcome_unknown"]);

const EXHAUSTED = {
  code: "not_counted",
  message: "This could not be counted, after several hours of retries. Edit the widget, or ask for fewer records.",
};

export function dashboardJobs(): BoundJob[] {
  return [
    handleJob(
      countInBackground,
      async ({ call }, { widget, user, period }) => {
        const id = widgetId.encode(widget);
        try {
          await call(count, { id, user: memberId.encode(user), period });
        } catch (error) {
          if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
          await call(fail, { id, period, failure: { code: error.code, message: error.message } });
        }
      },
      async ({ call }, { widget, period }) => void (await call(fail, { id: widgetId.encode(widget), period, failure: EXHAUSTED })),
    ),
  ];
}

import { z } from "zod";
import { count } from "../../platform/setting-kinds.ts";

export const WEBHOOK_LOG_DAYS = count(30)
  .pipe(z.number().max(90))
  .describe("How long deliveries of webhooks are kept, and how far back a replay reaches");

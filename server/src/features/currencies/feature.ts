import { defineFeature } from "../../kernel/feature.ts";
import * as events from "./events.ts";
import { currencyHandlers } from "./handlers.ts";
import { currencyJobs } from "./jobs.ts";
import * as operations from "./operations.ts";

/**
 * Currencies: what one unit of another currency is worth in the company's own, as an Admin enters it. Amounts keep the currency they were
 * given in; filters, sorting and sums use them converted at these rates (docs/decisions/0021-money.md).
 */
export const feature = defineFeature({
  operations,
  events,
  handlers: currencyHandlers,
  jobs: currencyJobs,
  pages: ["/company/currencies"],
});

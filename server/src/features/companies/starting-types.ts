import { react } from "../../kernel/subscription.ts";
import { createStartingTypes } from "../types/index.ts";
import { companyCreated } from "./events.ts";

/** A new company has types from the transaction that makes it. What makes rows of these types reacts after it. */
export const startingTypes = react({
  to: companyCreated,
  async run(call, created) {
    for (const { subjectId } of created) await createStartingTypes(call, subjectId);
  },
});

import { id } from "../../platform/ids.ts";

export const ruleId = id("rul", "rule");
export const destinationId = id("dst", "destination");
export const deliveryId = id("hop", "delivery");
export const absenceId = id("abs", "absence");

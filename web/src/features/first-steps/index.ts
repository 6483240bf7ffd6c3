/** First steps in a company without records. */
export { useFirstRun } from "./first-run.ts";
export { FirstRun } from "./first-run.tsx";

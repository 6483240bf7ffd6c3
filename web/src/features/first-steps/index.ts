/** What to do in a company that has nothing yet. */
export { useFirstRun } from "./first-run.ts";
export { FirstRun } from "./first-run.tsx";

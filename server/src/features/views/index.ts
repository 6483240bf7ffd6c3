/** Saved views: a filter, a sort, columns and a layout under a name; one's own, or shared with the company. */
export { viewHandlers } from "./handlers.ts";

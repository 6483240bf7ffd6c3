/** The people of a company, and one’s own account. */
export { everyone } from "./people.ts";

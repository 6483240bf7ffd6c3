/** What other features need of passwords. Each of them that sets one must refuse a person's own words. */
export { refuseOwnPassword } from "./own-password.ts";

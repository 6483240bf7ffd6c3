import { count } from "../../platform/setting-kinds.ts";

export const SIGN_IN_TRIES = count(10).describe("Wrong passwords for one account from one network before each further one has to wait");
export const SIGN_IN_TRIES_ACCOUNT = count(100).describe(
  "The same over all networks; where the owner has signed in before it does not apply",
);
export const SIGN_IN_TRIES_NETWORK = count(100).describe("Wrong passwords from one network in 15 minutes");

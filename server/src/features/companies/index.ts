export { startingTypes } from "./starting-types.ts";

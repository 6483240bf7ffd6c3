export { areAlike, nameKey } from "./likeness.ts";

import { manyOf, oneOf, type RecordType } from "./types.ts";

/** "1 deal", "1,204 deals". */
export const countText = (count: number, type: RecordType) => `${count.toLocaleString("en")} ${count === 1 ? oneOf(type) : manyOf(type)}`;

import type { DescribedEvent, SentencePart } from "./event.ts";

/** A sentence that ends with its subject: `verbAndSubject("deleted the view ")`. */
export const verbAndSubject =
  (verb: string) =>
  ({ subject }: DescribedEvent): SentencePart[] => [verb, subject];

/** "1 record", "1,200 records". An older event may lack the number. */
export const counted = (count: number | undefined, one: string, many = `${one}s`) =>
  `${(count ?? 0).toLocaleString("en")} ${count === 1 ? one : many}`;

/** The activity log, and the sentence for each event. */
export { Sentence, useIsImpersonal } from "./sentence.tsx";

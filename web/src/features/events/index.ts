/** The activity log, and the sentence for each event. */
export { Sentence } from "./sentence.tsx";
